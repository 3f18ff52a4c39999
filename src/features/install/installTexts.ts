import { ownTexts } from '../../lib/language/texts.ts';

ownTexts('install', {
  en: () => import('../../../locales/en/install.json'),
  es: () => import('../../../locales/es/install.json'),
  'zh-CN': () => import('../../../locales/zh-CN/install.json'),
});
