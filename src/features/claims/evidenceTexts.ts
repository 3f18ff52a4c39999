import { ownTexts } from '../../lib/language/texts.ts';

ownTexts('evidence', {
  en: () => import('../../../locales/en/evidence.json'),
  es: () => import('../../../locales/es/evidence.json'),
  'zh-CN': () => import('../../../locales/zh-CN/evidence.json'),
});
