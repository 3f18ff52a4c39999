/**
 * The texts of all pages except home in this language, as one chunk. The patterns exclude the texts
 * of the first load, the texts of the service worker, and the texts that only a few pages load
 * (`ownTexts`).
 */
export const files = import.meta.glob<Record<string, unknown>>(
  [
    '../../../locales/es/*.json',
    '!../../../locales/es/{common,map,search,stations}.json',
    '!../../../locales/es/worker.json',
    '!../../../locales/es/{claims,evidence,favourites,guide,help,host,install,promotions,radar,reservations,security}.json',
  ],
  { eager: true, import: 'default' },
);
