import type { Entry } from './entry.ts';
import { quoted } from './fields.ts';
import { stationIdNumber } from './stationIdNumber.ts';

/** Finds ids and sources that occur twice in a file. */
export class Duplicates {
  /**
   * The first row of each id in the file. The ids are numbers to save memory, because a file may have a million
   * stations.
   */
  readonly #ids = new Map<number, number>();
  readonly #sources = new Map<string, number>();

  /** Stores the id and the source of an entry. Returns a problem for each of these values that an earlier entry has. */
  problemsOf({ draft: { id, source }, unit, at }: Omit<Entry, 'problems'>): string[] {
    const sameId = id ? firstOf(stationIdNumber(id), at, this.#ids) : at;
    const sameSource = source ? firstOf(source, at, this.#sources) : at;
    return [
      ...(sameId === at ? [] : [`id ${id} is in ${unit} ${sameId} already`]),
      ...(sameSource === at
        ? []
        : [`source ${quoted(source ?? '')} is in ${unit} ${sameSource} already`]),
    ];
  }
}

function firstOf<K>(key: K, at: number, seen: Map<K, number>): number {
  const first = seen.get(key);
  if (first === undefined) seen.set(key, at);
  return first ?? at;
}
