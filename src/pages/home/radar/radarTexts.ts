import { ownTexts } from '../../../lib/language/texts.ts';

ownTexts('radar', {
  en: () => import('../../../../locales/en/radar.json'),
  es: () => import('../../../../locales/es/radar.json'),
  'zh-CN': () => import('../../../../locales/zh-CN/radar.json'),
});
