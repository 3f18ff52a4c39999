/**
 * The texts of all pages but home in this language, as one chunk. The patterns exclude the texts of the
 * first load, of the service worker, and those that a few pages load themselves (`ownTexts`).
 */
export const files = import.meta.glob<Record<string, unknown>>(
  [
    '../../../locales/zh-CN/*.json',
    '!../../../locales/zh-CN/{common,map,messages,search,stations,titles}.json',
    '!../../../locales/zh-CN/worker.json',
    '!../../../locales/zh-CN/{guide,help,host,promotions}.json',
  ],
  { eager: true, import: 'default' },
);
