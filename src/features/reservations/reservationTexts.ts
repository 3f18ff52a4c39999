import { ownTexts } from '../../lib/language/texts.ts';

ownTexts('reservations', {
  en: () => import('../../../locales/en/reservations.json'),
  es: () => import('../../../locales/es/reservations.json'),
  'zh-CN': () => import('../../../locales/zh-CN/reservations.json'),
});
