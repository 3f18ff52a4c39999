import type { Trx } from '../../../db/database.ts';
import { Duplicates } from './duplicates.ts';
import { whereIs, type Draft, type Entry } from './entry.ts';
import {
  existingStations,
  stationOf,
  type ExistingStation,
} from '../../stations/existingStations.ts';
import { isTimeZone, looksSwapped, quoted } from './fields.ts';
import { Problems } from './problems.ts';

/** The values of new stations if the file does not contain them. */
export interface ImportDefaults {
  tariff: string | null;
  timeZone: string | null;
}

/** The tariffs and venues that a row of the file may contain. */
export interface KnownIds {
  tariffs: readonly string[];
  /** The venues that have not ended. */
  venues: ReadonlySet<string>;
}

/** Checks all entries against each other and against the database. It changes nothing. */
export async function checkEntries(
  trx: Trx,
  entries: readonly Entry[],
  options: ImportDefaults,
  known: KnownIds,
): Promise<Problems> {
  const problems = new Problems();
  if (options.timeZone !== null && !isTimeZone(options.timeZone)) {
    problems.add('--time-zone', `${quoted(options.timeZone)} is unknown`);
  }
  const duplicates = new Duplicates();
  const existing = await existingStations(
    trx,
    entries.map(({ draft }) => draft),
  );
  for (const entry of entries) {
    const { draft } = entry;
    const own = [
      ...entry.problems,
      ...duplicates.problemsOf(entry),
      // Skip these checks for an invalid row, because further messages would only confuse the operator.
      ...(entry.problems.length > 0
        ? []
        : [
            ...takenSource(draft, existing),
            ...tariffAndZoneProblems(draft, stationOf(draft, existing), options, known.tariffs),
            ...venueProblems(draft, known.venues),
          ]),
    ];
    for (const problem of own) problems.add(whereIs(entry), problem);
  }
  return problems;
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
