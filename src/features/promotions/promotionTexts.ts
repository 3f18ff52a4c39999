import { ownTexts } from '../../lib/language/texts.ts';

/** What promotions say comes with their pages alone. Imported for its effect. */
ownTexts('promotions', {
  en: () => import('../../../locales/en/promotions.json'),
  es: () => import('../../../locales/es/promotions.json'),
  'zh-CN': () => import('../../../locales/zh-CN/promotions.json'),
});
