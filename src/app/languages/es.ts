/**
 * The texts of home in this language, as one chunk. The pattern must have the same names as
 * `firstNamespaces`.
 */
export const files = import.meta.glob<Record<string, unknown>>(
  '../../../locales/es/{common,map,search,stations}.json',
  { eager: true, import: 'default' },
);
