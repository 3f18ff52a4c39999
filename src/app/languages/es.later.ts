/** What every other page says in this language, as one chunk; what only the server says is left out. */
export const files = import.meta.glob<Record<string, unknown>>(
  [
    '../../../locales/es/*.json',
    '!../../../locales/es/{common,errors,map,messages,search,stations,titles}.json',
    '!../../../locales/es/{feed,mail,papers,push,sms,worker}.json',
  ],
  { eager: true, import: 'default' },
);
