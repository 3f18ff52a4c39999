/** What home says in this language, as one chunk; the pattern is `firstNamespaces`. */
export const files = import.meta.glob<Record<string, unknown>>(
  '../../../locales/es/{common,map,messages,search,stations,titles}.json',
  { eager: true, import: 'default' },
);
