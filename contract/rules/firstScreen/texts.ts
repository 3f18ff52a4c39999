export type Values = Readonly<Record<string, string | number>>;

/** The keys of the texts of lists and sheets of stations, in the namespace `stations`. */
export type StationKey =
  | 'around'
  | 'atMost'
  | 'capPer'
  | 'closeStation'
  | 'closed'
  | 'counts'
  | 'countsToReturn'
  | 'deposit'
  | 'depositHeld'
  | 'directionsTo'
  | 'example'
  | 'exampleTotal'
  | 'rate'
  | 'ratePer'
  | 'ratePerHour'
  | 'scanToRent'
  | 'stationId'
  | 'stationOffline'
  | 'stationOfflineToReturn'
  | 'stationPaused'
  | 'unlock'
  | 'unlockFee'
  | 'watchCharger';

/** The keys of the texts with plural forms, in the namespace `common`. */
export type CountedKey = 'chargers' | 'freeSlots';

/** Returns a text in one language. */
export type Say = (key: StationKey, values?: Values) => string;

/** Functions that return texts in one language. */
export interface Texts {
  say: Say;
  /** Returns the text for a count, in the plural form of the count. */
  count: (key: CountedKey, count: number) => string;
}

/** Replaces the `{{names}}` in a text by their values. */
export function fillText(text: string, values: Values = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

/**
 * Texts for a page without i18next.
 *
 * @param read returns the text of a key. A key for a plural form ends with the suffix of the form.
 * @param formOf returns the plural form for a count, such as `one`.
 */
export function textsOf(read: (key: string) => string, formOf: (count: number) => string): Texts {
  return {
    say: (key, values) => fillText(read(key), values),
    count: (key, count) => fillText(read(`${key}_${formOf(count)}`), { count }),
  };
}
