import type { ReadOptions } from './entry.ts';

export interface ImportOptions {
  file: string;
  dryRun: boolean;
  /** Receives the secrets of new stations' cabinets; null if not requested. */
  secretsFile: string | null;
  /** Receives a copy of the file with an id in every row; null if not requested. */
  idsFile: string | null;
  system: string | null;
  /** Defaults for new stations, for values that the file leaves out. */
  tariff: string | null;
  timeZone: string | null;
}

export function readOptions({ system, idsFile }: ImportOptions): ReadOptions {
  return { system, makeIds: idsFile !== null };
}
