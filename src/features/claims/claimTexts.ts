import { ownTexts } from '../../lib/language/texts.ts';

ownTexts('claims', {
  en: () => import('../../../locales/en/claims.json'),
  es: () => import('../../../locales/es/claims.json'),
  'zh-CN': () => import('../../../locales/zh-CN/claims.json'),
});
