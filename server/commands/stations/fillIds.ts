import { stringify } from 'csv-stringify/sync';
import { batches } from '../../modules/network/import/batches.ts';
import { csvRecords, readHeader } from './csvEntries.ts';
import type { NewFile } from './newFile.ts';
import { readText } from './text.ts';

/**
 * Writes a copy of a CSV file with an id in every row, so that a repeated import changes the same
 * stations.
 */
export async function fillIds(
  file: string,
  filled: NewFile,
  idOf: (line: number) => string,
): Promise<void> {
  let idColumn = -1;
  for await (const batch of batches(csvRecords(readText(file)))) {
    if (idColumn < 0) idColumn = readHeader(batch[0]?.fields ?? []).indexOf('id');
    const rows: string[][] = [];
    for (const { line, fields } of batch) {
      const row = [...fields];
      if (row[idColumn]?.trim() === '') row[idColumn] = idOf(line);
      rows.push(row);
    }
    await filled.write(stringify(rows));
  }
}
