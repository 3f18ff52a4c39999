/**
 * What every other page says in this language, as one chunk. Left out is what only the server says, and
 * what a few pages bring along (`ownTexts`).
 */
export const files = import.meta.glob<Record<string, unknown>>(
  [
    '../../../locales/zh-CN/*.json',
    '!../../../locales/zh-CN/{common,map,messages,search,stations,titles}.json',
    '!../../../locales/zh-CN/{feed,mail,papers,preview,push,sms,worker}.json',
    '!../../../locales/zh-CN/{guide,help,host,promotions}.json',
  ],
  { eager: true, import: 'default' },
);
