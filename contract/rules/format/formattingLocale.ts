const formatting: Record<string, string> = { es: 'es-419' };

/**
 * The locale whose numbers, units and durations a language of the app uses: Spanish is that of Latin
 * America, which writes `1.4 km` and `$1.00` where Spain's writes `1,4 km` and `1,00 $`.
 */
export function formattingLocale(language: string): string {
  return formatting[language] ?? language;
}
