const formatting: Record<string, string> = { es: 'es-419' };

/**
 * The locale for numbers, units and durations in a language of the app. Spanish uses Latin
 * America's, which writes `1.4 km` and `$1.00`; Spain writes `1,4 km` and `1,00 $`.
 */
export function formattingLocale(language: string): string {
  return formatting[language] ?? language;
}
