import { ownTexts } from '../../lib/language/texts.ts';

ownTexts('favourites', {
  en: () => import('../../../locales/en/favourites.json'),
  es: () => import('../../../locales/es/favourites.json'),
  'zh-CN': () => import('../../../locales/zh-CN/favourites.json'),
});
