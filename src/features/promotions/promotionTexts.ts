import { ownTexts } from '../../lib/language/texts.ts';

/** Registers the texts of promotions, which load with their pages. Imported for its side effect. */
ownTexts('promotions', {
  en: () => import('../../../locales/en/promotions.json'),
  es: () => import('../../../locales/es/promotions.json'),
  'zh-CN': () => import('../../../locales/zh-CN/promotions.json'),
});
