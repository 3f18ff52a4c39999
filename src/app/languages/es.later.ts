/**
 * The texts of all pages but home in this language, as one chunk. The patterns exclude the texts of the
 * first load, of the service worker, and those that a few pages load themselves (`ownTexts`).
 */
export const files = import.meta.glob<Record<string, unknown>>(
  [
    '../../../locales/es/*.json',
    '!../../../locales/es/{common,map,messages,search,stations,titles}.json',
    '!../../../locales/es/worker.json',
    '!../../../locales/es/{guide,help,host,promotions}.json',
  ],
  { eager: true, import: 'default' },
);
