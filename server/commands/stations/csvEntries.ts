import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { readEntry } from '../../modules/gbfs/openingHours.ts';
import {
  FileError,
  type Draft,
  type Entry,
  type ReadOptions,
} from '../../modules/network/import/entry.ts';
import { columns, weekdays } from '../../modules/network/import/columns.ts';
import { Fields, quoted } from '../../modules/network/import/fields.ts';

type Column = (typeof columns)[number];
/** Columns that a file may omit. If it does, the import keeps the stored values. */
const mayBeLeftOut: readonly Column[] = [
  'floor',
  'hint',
  'photo',
  'tariff',
  'slots',
  'layout',
  'venue',
  'source',
];

/**
 * The highest length of a valid row. If a quotation mark is not closed, the parser reads all text
 * after it into one row. Without this limit, that row would contain the rest of the file.
 */
const maxRowCharacters = 20_000;

export interface CsvRecord {
  line: number;
  fields: string[];
}

const Row = z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) });

/**
 * The rows of a CSV file; the first row is the header. Each row has the number of its first line.
 *
 * @throws {FileError} if the file is not valid CSV.
 */
export async function* csvRecords(text: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  const chunks = text[Symbol.asyncIterator]();
  const first = await chunks.next();
  const start = first.done ? '' : first.value;
  const source = Readable.from(
    (async function* () {
      yield start;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
        yield next.value;
      }
    })(),
  );
  const parser = parse({
    delimiter: delimiterOf(start),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowCharacters,
  });
  source.once('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const item of parser) {
      const { record, info } = Row.parse(item);
      // The parser reports the number of the last line of a row. A row has several lines if a field
      // contains line breaks.
      const within = record.reduce((sum, field) => sum + field.split('\n').length - 1, 0);
      yield { line: info.lines - within, fields: record };
    }
  } catch (error) {
    throw error instanceof CsvError ? explained(error) : error;
  } finally {
    source.destroy();
  }
}

/** Spreadsheets in many countries use semicolons as separators. */
function delimiterOf(start: string): string {
  const header = start.slice(0, 2000).split('\n', 1)[0] ?? '';
  const count = (character: string) => header.split(character).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}

function explained(error: CsvError): FileError {
  const { lines } = z.object({ lines: z.number().optional() }).parse(error);
  const where = lines === undefined ? 'A line' : `Line ${lines}`;
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return new FileError(`${where}: the row is too long. Is a quotation mark not closed?`);
    case 'CSV_QUOTE_NOT_CLOSED':
      return new FileError(`${where}: a quotation mark is not closed.`);
    default:
      return new FileError(
        `${where}: a quotation mark is in the wrong place. Write a field that contains one as "Joe ""X"" Smith".`,
      );
  }
}

/**
 * The stations of a CSV file.
 *
 * @throws {FileError} if the file is not valid CSV, or has wrong columns.
 */
export async function* csvEntries(
  text: AsyncIterable<string>,
  options: ReadOptions,
): AsyncGenerator<Entry> {
  let header: Column[] | null = null;
  for await (const { line, fields } of csvRecords(text)) {
    if (header) yield readRow(line, fields, header, options);
    else header = readHeader(fields);
  }
  if (!header) throw new FileError('The file is empty.');
}

export function readHeader(fields: readonly string[]): Column[] {
  const names = fields.map((field) => field.trim().toLowerCase());
  const found = names.flatMap((name) => columns.find((column) => column === name) ?? []);
  const unknown = names.filter((name) => !columns.some((column) => column === name));
  const missing = columns.filter((one) => !found.includes(one) && !mayBeLeftOut.includes(one));
  const twice = found.filter((name, at) => found.indexOf(name) !== at);
  const problems = [
    ...(unknown.length > 0 ? [`unknown: ${unknown.map(quoted).join(', ')}`] : []),
    ...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []),
    ...(twice.length > 0 ? [`twice: ${twice.join(', ')}`] : []),
  ];
  if (problems.length > 0) {
    throw new FileError(
      `The columns in the first line are wrong (${problems.join('; ')}). They are: ${columns.join(', ')}.`,
    );
  }
  return found;
}

/** Replaces the station of a row that has a wrong number of fields. */
const nothing: Draft = { id: null, name: '', lat: 0, lng: 0 };

function readRow(
  line: number,
  row: readonly string[],
  header: readonly Column[],
  { makeIds }: ReadOptions,
): Entry {
  if (row.length !== header.length) {
    const problem = `the line has ${row.length} fields, but the first line has ${header.length}`;
    return { unit: 'line', at: line, draft: nothing, problems: [problem] };
  }
  const fields = new Fields();
  const given = new Map(header.map((column, at) => [column, row[at] ?? '']));
  const value = (column: Column) => given.get(column)?.trim() ?? '';
  const maybe = <T>(column: Column, read: (text: string) => T) =>
    given.has(column) ? read(value(column)) : undefined;

  const id = value('id');
  if (id === '' && value('source') !== '')
    fields.refuse('the source is given, but the id is missing');
  else if (id === '' && !makeIds) {
    fields.refuse('the id is missing (--make-ids FILE creates ids)');
  }
  const draft: Draft = {
    id: id === '' ? null : fields.ownId(id),
    name: fields.name(value('name')),
    ...fields.position(fields.degrees('lat', value('lat')), fields.degrees('lng', value('lng'))),
    address: fields.text('address', value('address')),
    hours: weekdays.map((day) => {
      const entry = value(day);
      return entry === '' ? null : (fields.hours(day, () => readEntry(entry)) ?? null);
    }),
    timeZone: fields.timeZone(value('time_zone')),
    floor: maybe('floor', (text) => fields.text('floor', text) || null),
    hint: maybe('hint', (text) => fields.text('hint', text) || null),
    photo: maybe('photo', (text) => fields.photo(text)),
    tariff: value('tariff') || undefined,
    venue: maybe('venue', (text) => text || null),
    source: maybe('source', (text) => fields.source(text)),
    layout: maybe('layout', (text) => fields.layout(text)),
    slots: value('slots') === '' ? undefined : fields.slots(Number(value('slots'))),
  };
  return { unit: 'line', at: line, draft, problems: fields.problems };
}
