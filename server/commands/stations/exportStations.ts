import { stringify } from 'csv-stringify/sync';
import type { Db } from '../../db/database.ts';
import { stationPages, type ExportedStation } from '../../modules/stations/stationPages.ts';
import { presentInformation } from '../../modules/gbfs/stationEntries.ts';
import { gbfsVersion } from '../../modules/gbfs/systemFiles.ts';
import { columns, type weekdays } from './csvEntries.ts';

export const exportFormats = ['csv', 'gbfs'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * Exports all stations from one snapshot. The stations are sorted by id, so that the same stations
 * result in the same text. `write` receives the text as an iterable.
 */
export async function exportStations<T>(
  db: Db,
  { format, publicUrl }: { format: ExportFormat; publicUrl: string },
  write: (text: AsyncIterable<string>) => Promise<T>,
): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const pages = stationPages(trx, new Date());
      if (format === 'csv') return write(csvText(pages));
      const tariffs = await trx.selectFrom('tariffs').select('id').orderBy('id').execute();
      const { changedAt } = await trx
        .selectFrom('stations')
        .select(({ fn }) => fn.max('changed_at').as('changedAt'))
        .executeTakeFirstOrThrow();
      const tariffIds = tariffs.map(({ id }) => id);
      // This is the time of the last change and not of the export, so that the same stations result in the
      // same file.
      const lastUpdated = new Date(changedAt ?? 0).toISOString();
      return write(gbfsText(pages, { publicUrl, tariffIds, lastUpdated }));
    });
}

async function* csvText(pages: AsyncIterable<ExportedStation[]>): AsyncGenerator<string> {
  yield `${columns.join(',')}\n`;
  for await (const page of pages) yield stringify(page.map(csvRow));
}

function csvRow(row: ExportedStation): string[] {
  const values: Record<(typeof columns)[number], string> = {
    id: row.id,
    name: row.name,
    address: row.address,
    lat: String(row.lat),
    lng: String(row.lng),
    ...hoursOf(row),
    time_zone: row.time_zone,
    floor: row.floor ?? '',
    hint: row.hint ?? '',
    photo: row.photo ?? '',
    tariff: row.own_tariff_id,
    slots: String(row.slots),
    layout: row.layout ?? '',
    venue: row.venue_id ?? '',
    source: row.source ?? '',
  };
  return columns.map((column) => values[column]);
}

function hoursOf({ hours }: ExportedStation): Record<(typeof weekdays)[number], string> {
  const [mon, tue, wed, thu, fri, sat, sun] = hours.map((entry) => entry ?? '');
  return {
    mon: mon ?? '',
    tue: tue ?? '',
    wed: wed ?? '',
    thu: thu ?? '',
    fri: fri ?? '',
    sat: sat ?? '',
    sun: sun ?? '',
  };
}

async function* gbfsText(
  pages: AsyncIterable<ExportedStation[]>,
  {
    publicUrl,
    tariffIds,
    lastUpdated,
  }: Record<'publicUrl' | 'lastUpdated', string> & {
    tariffIds: string[];
  },
): AsyncGenerator<string> {
  yield `{"last_updated":"${lastUpdated}","ttl":0,"version":"${gbfsVersion}","data":{"stations":[`;
  let separator = '\n';
  for await (const page of pages) {
    const entries = page.map((row) =>
      JSON.stringify(presentInformation(row, { publicUrl, tariffIds })),
    );
    yield separator + entries.join(',\n');
    separator = ',\n';
  }
  yield '\n]}}\n';
}
