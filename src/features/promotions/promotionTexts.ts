import { ownTexts } from '../../lib/language/texts.ts';

/**
 * Registers the strings of promotions, which load with the pages of promotions. Import this file
 * for its side effect.
 */
ownTexts('promotions', {
  en: () => import('../../../locales/en/promotions.json'),
  es: () => import('../../../locales/es/promotions.json'),
  'zh-CN': () => import('../../../locales/zh-CN/promotions.json'),
});
