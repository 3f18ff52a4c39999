/**
 * The strings of all pages but home in this language, as one chunk. The patterns exclude the
 * strings that only the server uses, and those that a few pages load themselves (`ownTexts`).
 */
export const files = import.meta.glob<Record<string, unknown>>(
  [
    '../../../locales/es/*.json',
    '!../../../locales/es/{common,map,messages,search,stations,titles}.json',
    '!../../../locales/es/{feed,mail,papers,preview,push,sms,worker}.json',
    '!../../../locales/es/{guide,help,host,promotions}.json',
  ],
  { eager: true, import: 'default' },
);
