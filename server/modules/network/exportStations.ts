import { stringify } from 'csv-stringify/sync';
import type { ExportFormat } from '../../../contract/operators/stations.ts';
import type { Reach } from '../../../contract/operators/team.ts';
import type { Db } from '../../db/database.ts';
import { presentInformation } from '../gbfs/stationEntries.ts';
import { gbfsVersion } from '../gbfs/systemFiles.ts';
import {
  lastChangeOfStations,
  stationPages,
  type ExportedStation,
} from '../stations/stationPages.ts';
import { allTariffs } from '../tariffs/readTariffs.ts';
import { stationsWithin } from '../venues/stationVenues.ts';
import { columns, type weekdays } from './import/columns.ts';

/**
 * Generates a file with the stations in the regions and venues of `within`, or with all stations if `within` is null.
 * Retired stations are left out. The stations are sorted by id, so that an export without changes gives the same text.
 */
export async function* exportStations(
  db: Db,
  {
    format,
    publicUrl,
    within,
    now,
  }: { format: ExportFormat; publicUrl: string; within: Reach | null; now: Date },
): AsyncGenerator<string> {
  // Each page is a query of its own. One transaction for all pages would stay open for as long as a
  // slow client reads the file.
  const pages = pagesWithin(db, within, now);
  if (format === 'csv') return yield* csvText(pages);
  const tariffIds = (await allTariffs(db)).map(({ id }) => id).toSorted();
  // `last_updated` is the time of the last change of any station, not the time of the export. So an
  // export without changes gives the same file.
  const lastUpdated = (await lastChangeOfStations(db)).toISOString();
  yield* gbfsText(pages, { publicUrl, tariffIds, lastUpdated });
}

async function* pagesWithin(
  db: Db,
  within: Reach | null,
  now: Date,
): AsyncGenerator<ExportedStation[]> {
  const own =
    within &&
    new Set((await stationsWithin(db, within).execute()).map(({ station_id }) => station_id));
  for await (const page of stationPages(db, now)) {
    yield own === null ? page : page.filter(({ id }) => own.has(id));
  }
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
    if (page.length === 0) continue;
    const entries = page.map((row) =>
      JSON.stringify(presentInformation(row, { publicUrl, tariffIds })),
    );
    yield separator + entries.join(',\n');
    separator = ',\n';
  }
  yield '\n]}}\n';
}
