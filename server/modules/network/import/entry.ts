import type { OpeningHours } from '../../../../contract/stations.ts';

/**
 * A station as a file describes it. A value is undefined if the file does not contain it. Then an existing station
 * keeps its stored value, and a new station gets the default.
 */
export interface Draft {
  /** The id; null if the station needs a new id, or if its source identifies it. */
  id: string | null;
  /** The source of a station from another system; null for a station of this product. */
  source?: string | null | undefined;
  name: string;
  lat: number;
  lng: number;
  address?: string | undefined;
  hours?: OpeningHours | undefined;
  timeZone?: string | undefined;
  floor?: string | null | undefined;
  hint?: string | null | undefined;
  photo?: string | null | undefined;
  tariff?: string | undefined;
  /** Null if the station is in no venue. */
  venue?: string | null | undefined;
  slots?: number | undefined;
  /** The arrangement of the slots, such as `4x2`. */
  layout?: string | null | undefined;
}

/** One row of a file: a station, or its errors. */
export interface Entry {
  /** The unit of `at`. Unit and number locate the row in the file: line 12, or the third station. */
  unit: 'line' | 'station';
  at: number;
  /** A further text by which people recognise the station. */
  called?: string | undefined;
  draft: Draft;
  /** The problems of the row, in plain English. If there are any, do not use the draft. */
  problems: readonly string[];
}

/** The options for readers of files. */
export interface ReadOptions {
  /** The name of the system that a GBFS file comes from; null if the file comes from this product. */
  system: string | null;
  /** Whether an empty id is a request for a new id. */
  makeIds: boolean;
}

/** The error for a file that the import cannot use. `message` explains the error in plain English. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** Where an entry is in its file: `line 12`, or `station 3 ("abc")`. */
export function whereIs({ unit, at, called }: Pick<Entry, 'unit' | 'at' | 'called'>): string {
  return called === undefined ? `${unit} ${at}` : `${unit} ${at} (${called})`;
}
