import { csvEntries } from './csvEntries.ts';
import { FileError, type Entry, type ReadOptions } from '../../modules/network/import/entry.ts';
import { gbfsEntries } from './gbfsEntries.ts';
import { readText } from './text.ts';

/**
 * Reads the rows of a file one by one. The first character that is not a space determines the
 * format.
 *
 * @throws {FileError} if the file cannot be read, or its format is wrong.
 */
export async function* readEntries(file: string, options: ReadOptions): AsyncGenerator<Entry> {
  const text = readText(file);
  const { start, rest } = await withStart(text);
  if (start === null) throw new FileError('The file is empty.');
  if (start === '{' || start === '[') {
    if (options.makeIds) throw new FileError('--make-ids is for CSV; a GBFS file has its ids.');
    yield* gbfsEntries(rest, options);
  } else yield* csvEntries(rest, options);
}

/**
 * Returns the first character that is not a space, and the whole text. The character is null if the
 * text has none.
 */
async function withStart(text: AsyncGenerator<string>) {
  const read: string[] = [];
  let start: string | null = null;
  for (let next = await text.next(); !next.done; next = await text.next()) {
    read.push(next.value);
    start = next.value.trimStart().charAt(0) || null;
    if (start !== null) break;
  }
  async function* rest() {
    yield* read;
    yield* text;
  }
  return { start, rest: rest() };
}
