/**
 * What every other page says in this language, as one chunk. Left out is what only the server says, and
 * what a few pages bring along (`ownTexts`).
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
