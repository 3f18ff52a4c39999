import type { Trx } from '../../../db/database.ts';
import { batches } from './batches.ts';
import { whereIs, type Draft, type Entry } from './entry.ts';
import {
  existingStations,
  stationOf,
  type ExistingStation,
} from '../../stations/existingStations.ts';
import { isTimeZone, looksSwapped, quoted } from './fields.ts';
import { Problems } from './problems.ts';
import { stationIdNumber } from './stationIdNumber.ts';

export interface Checked {
  rows: number;
  problems: Problems;
  /** The number of stations that are not in the database yet. */
  added: number;
  /** The number of rows that need a new id. */
  withoutId: number;
  /** Where each id occurred first. The ids are numbers to save memory, because there may be a million. */
  ids: Map<number, number>;
  /** Where each source occurred first. */
  sources: Map<string, number>;
}

/** Values for new stations that the import does not contain. */
export interface ImportDefaults {
  tariff: string | null;
  timeZone: string | null;
}

/** What the rows may name. */
export interface KnownIds {
  tariffs: readonly string[];
  /** The venues that have not ended. */
  venues: ReadonlySet<string>;
}

/** Checks all entries against each other and against the database. It changes nothing. */
export async function checkEntries(
  trx: Trx,
  entries: AsyncIterable<Entry>,
  options: ImportDefaults,
  known: KnownIds,
): Promise<Checked> {
  const problems = new Problems();
  const checked: Checked = {
    rows: 0,
    problems,
    added: 0,
    withoutId: 0,
    ids: new Map(),
    sources: new Map(),
  };
  if (options.timeZone !== null && !isTimeZone(options.timeZone)) {
    problems.add('--time-zone', `${quoted(options.timeZone)} is unknown`);
  }
  for await (const batch of batches(entries)) {
    const existing = await existingStations(
      trx,
      batch.map(({ draft }) => draft),
    );
    for (const entry of batch) {
      const { draft } = entry;
      const before = stationOf(draft, existing);
      const own = [
        ...entry.problems,
        ...duplicates(entry, checked),
        // For an invalid row, further messages would only confuse the operator.
        ...(entry.problems.length > 0
          ? []
          : [
              ...takenSource(draft, existing),
              ...tariffAndZoneProblems(draft, before, options, known.tariffs),
              ...venueProblems(draft, known.venues),
            ]),
      ];
      for (const problem of own) problems.add(whereIs(entry), problem);
      checked.rows++;
      if (!before) checked.added++;
      if (draft.id === null) checked.withoutId++;
    }
  }
  return checked;
}

function duplicates(
  { draft: { id, source }, unit, at }: Entry,
  { ids, sources }: Checked,
): string[] {
  const sameId = id ? firstOf(stationIdNumber(id), at, ids) : at;
  const sameSource = source ? firstOf(source, at, sources) : at;
  return [
    ...(sameId === at ? [] : [`id ${id} is in ${unit} ${sameId} already`]),
    ...(sameSource === at
      ? []
      : [`source ${quoted(source ?? '')} is in ${unit} ${sameSource} already`]),
  ];
}

function firstOf<K>(key: K, at: number, seen: Map<K, number>): number {
  const first = seen.get(key);
  if (first === undefined) seen.set(key, at);
  return first ?? at;
}

function takenSource(
  { id, source }: Draft,
  existing: ReadonlyMap<string, ExistingStation>,
): string[] {
  const holder = existing.get(source ?? '');
  if (id === null || !holder || holder.id === id) return [];
  return [`source ${quoted(holder.source ?? '')} belongs to station ${holder.id} already`];
}

function tariffAndZoneProblems(
  draft: Draft,
  known: ExistingStation | undefined,
  options: ImportDefaults,
  tariffs: readonly string[],
): string[] {
  const problems: string[] = [];
  const tariff = draft.tariff ?? known?.tariff_id ?? options.tariff;
  if (tariff === null) problems.push(`the tariff is missing: ${listed(tariffs)}`);
  else if (!tariffs.includes(tariff)) {
    problems.push(`tariff ${quoted(tariff)} is unknown: ${listed(tariffs)}`);
  }
  const timeZone = draft.timeZone ?? known?.time_zone ?? options.timeZone;
  if (timeZone === null)
    problems.push('the time zone of this new station is missing: use --time-zone ZONE');
  else if (looksSwapped(draft, timeZone)) {
    problems.push(
      `position ${draft.lat}, ${draft.lng} is far from ${timeZone}: are latitude and longitude swapped?`,
    );
  }
  return problems;
}

function venueProblems({ venue }: Draft, venues: ReadonlySet<string>): string[] {
  const isKnown = venue === undefined || venue === null || venues.has(venue);
  return isKnown ? [] : [`venue ${quoted(venue)} is unknown, or has ended`];
}

function listed(tariffs: readonly string[]): string {
  return tariffs.length === 0
    ? 'there are no tariffs yet'
    : `the tariffs are ${tariffs.join(', ')}`;
}
