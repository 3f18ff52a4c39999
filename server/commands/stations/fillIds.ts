import { randomInt } from 'node:crypto';
import { stringify } from 'csv-stringify/sync';
import { makeStationId } from '../../../contract/rules/places/stationId.ts';
import type { Trx } from '../../db/database.ts';
import { batches } from './batches.ts';
import type { Checked } from './checkEntries.ts';
import { csvRecords, readHeader } from './csvEntries.ts';
import { existingStations } from './existingStations.ts';
import type { NewFile } from './newFile.ts';
import { stationIdNumber } from './stationIdNumber.ts';
import { readText } from './text.ts';

/**
 * Writes a copy of a CSV file with an id in every row, so that a repeated import changes the same
 * stations.
 */
export async function fillIds(
  trx: Trx,
  file: string,
  { filled, ids }: { filled: NewFile; ids: Checked['ids'] },
): Promise<void> {
  const taken = new Set(ids.keys());
  let idColumn = -1;
  for await (const batch of batches(csvRecords(readText(file)))) {
    const rows = batch.map(({ fields }) => [...fields]);
    if (idColumn < 0) idColumn = readHeader(rows[0] ?? []).indexOf('id');
    for (const row of rows) {
      if (row[idColumn]?.trim() === '') row[idColumn] = await freshId(trx, taken);
    }
    await filled.write(stringify(rows));
  }
}

async function freshId(trx: Trx, taken: Set<number>): Promise<string> {
  for (;;) {
    const id = makeStationId((below) => randomInt(below));
    const number = stationIdNumber(id);
    const isFree = !taken.has(number) && (await existingStations(trx, [{ id }])).size === 0;
    taken.add(number);
    if (isFree) return id;
  }
}
