/** Every namespace of one language, as one chunk. */
export const files = import.meta.glob<Record<string, unknown>>('../../../locales/zh-CN/*.json', {
  eager: true,
  import: 'default',
});
