const kept = new Map<string, Intl.NumberFormat>();

/** A format that is made once: making one takes a slow phone longer than all that is asked of it. */
export function numberFormat(
  locale: string,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = kept.get(key) ?? new Intl.NumberFormat(locale, options);
  kept.set(key, format);
  return format;
}
