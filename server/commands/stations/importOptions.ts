import type { ReadOptions } from '../../modules/network/import/entry.ts';

export interface ImportOptions {
  file: string;
  dryRun: boolean;
  /** The file for the secrets of new cabinets; null if the operator does not request it. */
  secretsFile: string | null;
  /** The file for a copy with an id in every row; null if the operator does not request it. */
  idsFile: string | null;
  system: string | null;
  /** The tariff of new stations for which the file has no tariff. */
  tariff: string | null;
  timeZone: string | null;
}

export function readOptions({ system, idsFile }: ImportOptions): ReadOptions {
  return { system, makeIds: idsFile !== null };
}
