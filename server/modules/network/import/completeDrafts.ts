import { randomInt } from 'node:crypto';
import { makeStationId } from '../../../../contract/rules/places/stationId.ts';
import type { Trx } from '../../../db/database.ts';
import {
  existingStations,
  stationOf,
  type ExistingStation,
} from '../../stations/existingStations.ts';
import type { StationRecord } from '../../stations/saveStations.ts';
import type { ImportDefaults } from './checkEntries.ts';
import type { Draft } from './entry.ts';
import { freshIds } from './freshIds.ts';

const allDay = Array.from({ length: 7 }, () => '00:00-24:00');

/** A station as the import stores it (`record`, without a new secret), and as it was stored before (`known`). */
export interface Completed {
  record: StationRecord;
  known: ExistingStation | undefined;
}

/**
 * Adds the values that the drafts leave out. An existing station keeps its stored values, and a new station gets the
 * defaults and an id.
 */
export async function completeDrafts(
  trx: Trx,
  drafts: readonly Draft[],
  defaults: ImportDefaults,
): Promise<Completed[]> {
  const existing = await existingStations(trx, drafts);
  const fresh = await freshIds(
    trx,
    drafts.flatMap((draft) =>
      draft.id === null && !stationOf(draft, existing) ? (draft.source ?? []) : [],
    ),
  );
  return drafts.map((draft) => {
    const known = stationOf(draft, existing);
    const id =
      draft.id ??
      known?.id ??
      fresh.get(draft.source ?? '') ??
      makeStationId((below) => randomInt(below));
    return { record: complete({ ...draft, id }, known, defaults), known };
  });
}

function complete(
  draft: Draft & { id: string },
  known: ExistingStation | undefined,
  defaults: ImportDefaults,
): StationRecord {
  const orKnown = <T>(given: T | undefined, before: T | undefined, otherwise: T): T =>
    given !== undefined ? given : before !== undefined ? before : otherwise;
  return {
    id: draft.id,
    name: draft.name,
    lat: draft.lat,
    lng: draft.lng,
    address: orKnown(draft.address, known?.address, ''),
    hours: orKnown(draft.hours, known?.hours, allDay),
    timeZone: orKnown(draft.timeZone, known?.time_zone, defaults.timeZone ?? ''),
    floor: orKnown(draft.floor, known?.floor, null),
    hint: orKnown(draft.hint, known?.hint, null),
    photo: orKnown(draft.photo, known?.photo, null),
    tariffId: tariffOf(draft, known) ?? defaults.tariff ?? '',
    venueId: orKnown(draft.venue, known?.venue_id, null),
    layout: orKnown(draft.layout, known?.layout, null),
    slots: orKnown(draft.slots, known?.slots, 0),
    source: orKnown(draft.source, known?.source, null),
    secretHash: null,
  };
}

/**
 * The tariff of a row; if the row has none, the stored tariff. If the row has the tariff that is in force now, the
 * stored tariff does not change. Undefined for a new station whose row has no tariff.
 */
function tariffOf({ tariff }: Draft, known: ExistingStation | undefined): string | undefined {
  const isInForce = known !== undefined && tariff === known.tariff_id;
  return tariff === undefined || isInForce ? known?.own_tariff_id : tariff;
}
