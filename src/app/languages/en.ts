/** Every namespace of one language, as one chunk. */
export const files = import.meta.glob<Record<string, unknown>>('../../../locales/en/*.json', {
  eager: true,
  import: 'default',
});
