import { randomInt } from 'node:crypto';
import { stringify } from 'csv-stringify/sync';
import { makeStationId } from '../../../contract/rules/places/stationId.ts';
import type { Trx } from '../../db/database.ts';
import { batches } from '../../modules/network/import/batches.ts';
import type { Checked } from '../../modules/network/import/checkEntries.ts';
import { csvRecords, readHeader } from './csvEntries.ts';
import { existingStations } from '../../modules/stations/existingStations.ts';
import type { NewFile } from './newFile.ts';
import { stationIdNumber } from '../../modules/network/import/stationIdNumber.ts';
import { readText } from './text.ts';

/**
 * Writes a copy of a CSV file with an id in every row, so that a repeated import changes the same
 * stations.
 */
export async function fillIds(
  file: string,
  filled: NewFile,
  idOf: (line: number) => string | Promise<string>,
): Promise<void> {
  let idColumn = -1;
  for await (const batch of batches(csvRecords(readText(file)))) {
    if (idColumn < 0) idColumn = readHeader(batch[0]?.fields ?? []).indexOf('id');
    const rows: string[][] = [];
    for (const { line, fields } of batch) {
      const row = [...fields];
      if (row[idColumn]?.trim() === '') row[idColumn] = await idOf(line);
      rows.push(row);
    }
    await filled.write(stringify(rows));
  }
}

/** Makes ids that neither the file nor the database has. `ids` are the ids of the file. */
export function idMaker(trx: Trx, ids: Checked['ids']): () => Promise<string> {
  const taken = new Set(ids.keys());
  return async () => {
    for (;;) {
      const id = makeStationId((below) => randomInt(below));
      const number = stationIdNumber(id);
      const isFree = !taken.has(number) && (await existingStations(trx, [{ id }])).size === 0;
      taken.add(number);
      if (isFree) return id;
    }
  };
}
