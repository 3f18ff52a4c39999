import { ownTexts } from '../../../lib/language/texts.ts';

ownTexts('security', {
  en: () => import('../../../../locales/en/security.json'),
  es: () => import('../../../../locales/es/security.json'),
  'zh-CN': () => import('../../../../locales/zh-CN/security.json'),
});
