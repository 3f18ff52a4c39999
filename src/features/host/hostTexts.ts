import { ownTexts } from '../../lib/language/texts.ts';

ownTexts('host', {
  en: () => import('../../../locales/en/host.json'),
  es: () => import('../../../locales/es/host.json'),
  'zh-CN': () => import('../../../locales/zh-CN/host.json'),
});
