import type { OpeningHours } from '../../../contract/stations.ts';

/** A station as a file describes it. What the file does not say is undefined, and left as it is. */
export interface Draft {
  /** Null where one is to be made, or found by the source. */
  id: string | null;
  /** Of a station of another system; null where it is none. */
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

/** One row of a file: a station, or what is wrong with it. */
export interface Entry {
  /** As people find it in the file: line 12, or the third station. */
  unit: 'line' | 'station';
  at: number;
  /** What else tells people which one it is. */
  called?: string | undefined;
  draft: Draft;
  /** In plain English; where there is one, the draft is worth nothing. */
  problems: readonly string[];
}

/** What readers of files have to know of the world. */
export interface ReadOptions {
  /** Whose stations those of a GBFS file are; null where they are ours. */
  system: string | null;
  /** An empty id is an id to be made. */
  makeIds: boolean;
}

/** Nothing can be done with this file; `message` says why, in plain English. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** `line 12`, `station 3 ("abc")` */
export function whereIs({ unit, at, called }: Pick<Entry, 'unit' | 'at' | 'called'>): string {
  return called === undefined ? `${unit} ${at}` : `${unit} ${at} (${called})`;
}
