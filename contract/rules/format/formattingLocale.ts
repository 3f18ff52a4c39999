const formatting: Record<string, string> = { es: 'es-419' };

/**
 * The locale for numbers, units and durations in a language of the app. Spanish uses the locale of Latin
 * America, which formats `1.4 km` and `$1.00`. The locale of Spain formats `1,4 km` and `1,00 $`.
 */
export function formattingLocale(language: string): string {
  return formatting[language] ?? language;
}
