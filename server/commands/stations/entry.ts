import type { OpeningHours } from '../../../contract/stations.ts';

/**
 * A station as a file describes it. Values that the file leaves out are undefined, and stay as
 * stored.
 */
export interface Draft {
  /** Null if a new id is needed, or the source identifies the station. */
  id: string | null;
  /** The source of a station from another system; null for our own. */
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
  slots?: number | undefined;
}

/** One row of a file: a station, or its errors. */
export interface Entry {
  /** How to find it in the file: line 12, or the third station. */
  unit: 'line' | 'station';
  at: number;
  /** More text that identifies the station for people. */
  called?: string | undefined;
  draft: Draft;
  /** The problems in plain English. If there are any, do not use the draft. */
  problems: readonly string[];
}

/** The context that readers of files need. */
export interface ReadOptions {
  /** The system that the stations of a GBFS file belong to; null for our own. */
  system: string | null;
  /** An empty id requests a new id. */
  makeIds: boolean;
}

/** The file cannot be used; `message` has the reason, in plain English. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** `line 12`, `station 3 ("abc")` */
export function whereIs({ unit, at, called }: Pick<Entry, 'unit' | 'at' | 'called'>): string {
  return called === undefined ? `${unit} ${at}` : `${unit} ${at} (${called})`;
}
