/**
 * The texts of every other page in this language, as one chunk. It excludes the texts of the
 * first load, of the service worker, and those that a few pages load themselves (`ownTexts`).
 */
export const files = import.meta.glob<Record<string, unknown>>(
  [
    '../../../locales/en/*.json',
    '!../../../locales/en/{common,map,messages,search,stations,titles}.json',
    '!../../../locales/en/worker.json',
    '!../../../locales/en/{guide,help,host,promotions}.json',
  ],
  { eager: true, import: 'default' },
);
