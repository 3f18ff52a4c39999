import type { ReadOptions } from './entry.ts';

export interface ImportOptions {
  file: string;
  dryRun: boolean;
  /** Where the secrets of new stations' cabinets are told; null where nobody asked for them. */
  secretsFile: string | null;
  /** Where the file goes with ids in it; null where it has them. */
  idsFile: string | null;
  system: string | null;
  /** Of new stations of which the file does not say it. */
  tariff: string | null;
  timeZone: string | null;
}

export function readOptions({ system, idsFile }: ImportOptions): ReadOptions {
  return { system, makeIds: idsFile !== null };
}
