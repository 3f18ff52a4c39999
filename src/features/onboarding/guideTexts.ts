import { ownTexts } from '../../lib/language/texts.ts';

ownTexts('guide', {
  en: () => import('../../../locales/en/guide.json'),
  es: () => import('../../../locales/es/guide.json'),
  'zh-CN': () => import('../../../locales/zh-CN/guide.json'),
});
