/// <reference types="vite/types/importMeta.d.ts" />
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { User } from '../../signIn/auth.ts';
import { Config } from '../../config.ts';
import { Coupons } from '../../coupons.ts';
import { PlaceAnswer, PlaceSearchResult } from '../../geo.ts';
import { MyStations } from '../../favourites.ts';
import { HostTerms } from '../../hosts.ts';
import { Money } from '../../money.ts';
import { Notification, NotificationList, PushMessage } from '../../notifications.ts';
import { Order, OrderPlaces } from '../../orders.ts';
import { Reservation, Reservations } from '../../reservations.ts';
import { ReturnFacts, ReturnProof } from '../../proofs.ts';
import { FriendCodeState, FriendReward, Referral } from '../../referral.ts';
import {
  Station,
  StationSearchResult,
  StationSummary,
  StationTile,
  Tariff,
  UsualCounts,
} from '../../stations.ts';
import { Report, ReportList } from '../../support.ts';
import { changesOf, type Change, type ChangeKind } from '../../testing/changesOf.ts';
import { valuesOf } from '../../testing/valuesOf.ts';
import { maxZoom, minZoom } from '../places/tiles.ts';

/** The tests need a longer timeout, because an order has thousands of possible changes. */
vi.setConfig({ testTimeout: 60_000 });

/**
 * The schema for each guard in the files `*Shape*.ts` and `shapes.ts`, by the name of the guard.
 */
const schemas: Record<string, z.ZodType> = {
  isMoney: Money,
  isConfig: Config,
  isHostTerms: HostTerms,
  isCoupons: Coupons,
  isReferral: Referral,
  isFriendCodeState: FriendCodeState,
  isFriendReward: FriendReward,
  isUser: User,
  isNotification: Notification,
  isNotificationList: NotificationList,
  isPushMessage: PushMessage,
  isWholeOrder: Order,
  isOrderPlaces: OrderPlaces,
  isStationSearchResult: StationSearchResult,
  isPlaceSearchResult: PlaceSearchResult,
  isPlaceAnswer: PlaceAnswer,
  isStationSummary: StationSummary,
  isStationTile: StationTile,
  isTariff: Tariff,
  isStation: Station,
  isMyStations: MyStations,
  isReservation: Reservation,
  isReservations: Reservations,
  isUsualCounts: UsualCounts,
  isReport: Report,
  isReturnProof: ReturnProof,
  isReturnFacts: ReturnFacts,
  isReportList: ReportList,
};

/** The building blocks of guards. They have no schema. */
const parts = [
  'isText',
  'isFlag',
  'isNumber',
  'isWithin',
  'isLatitude',
  'isLongitude',
  'isMoment',
  'isCurrency',
  'isTime',
  'isOneOf',
  'orNull',
  'orAbsent',
  'listOf',
  'objectOf',
];

interface Difference {
  /** The name of the guard and the path, such as `isStation.hours.*`. */
  path: RegExp;
  changes: ChangeKind[];
  /** Whether the guard or the schema accepts the changed value. */
  accepts: 'guard' | 'schema';
  why: string;
  /**
   * The test uses these values instead of values from the schema, if the schema also allows values
   * that the guard rejects.
   */
  values?: fc.Arbitrary<unknown>;
}

/** The intended differences between guard and schema. In all other cases, guard and schema must agree. */
const differences: Difference[] = [
  {
    path: /./,
    changes: ['fraction', 'negative number', 'large number'],
    accepts: 'guard',
    why: 'A guard only checks that it is a number. The server is responsible for the range.',
  },
  {
    path: /\.(id|stationId|orderId|notificationId)$/,
    changes: ['unknown word'],
    accepts: 'guard',
    why: 'The app only compares ids and sends them back: their form may change.',
  },
  {
    path: /\.(link|action\.url)$/,
    changes: ['unknown word'],
    accepts: 'guard',
    why: 'The browser parses the address, and accepts any text.',
  },
  {
    path: /\.hours\.\*$/,
    changes: ['unknown word'],
    accepts: 'guard',
    why: 'A venue with opening hours that cannot be read counts as closed.',
  },
  {
    path: /\.hours$/,
    changes: ['list emptied', 'element repeated'],
    accepts: 'guard',
    why: 'A venue is closed on a day that is missing.',
  },
  {
    path: /^isWholeOrder\.(failure|paymentFailure|payments\.\*\.state)$/,
    changes: ['unknown word'],
    accepts: 'guard',
    why: 'A newer server may send other values. The app has a general text for those.',
  },
  {
    path: /^is(Notification(List\.notifications\.\*)?|Report(List\.reports\.\*)?(\.decision)?)\.kind$/,
    changes: ['unknown word'],
    accepts: 'guard',
    why: 'A newer server may send other kinds. The app has a general text for those.',
  },
  {
    path: /^isUser\.(phone|language|createdAt)$/,
    changes: ['unknown word'],
    accepts: 'guard',
    why: 'The app only shows the phone, and reads neither language nor time of the user.',
  },
  {
    path: /\.news\.(title|body)$/,
    changes: ['field added'],
    accepts: 'guard',
    why: 'A newer server may write news in more languages.',
  },
  {
    path: /^is(Station(Tile|SearchResult)?|StationSummary|MyStations|Config)\.(.*\.)?lat$/,
    changes: ['large number'],
    accepts: 'schema',
    why: 'A map breaks at a latitude that does not exist.',
    values: fc.double({ min: -90, max: 90, noNaN: true }),
  },
  {
    path: /^is(Station(Tile|SearchResult)?|StationSummary|MyStations|Config)\.(.*\.)?lng$/,
    changes: ['large number'],
    accepts: 'schema',
    why: 'A map breaks at a longitude that does not exist.',
    values: fc.double({ min: -180, max: 180, noNaN: true }),
  },
  {
    path: /^isConfig\.map\.zoom$/,
    changes: ['negative number', 'large number'],
    accepts: 'schema',
    why: 'A map breaks at a zoom level that does not exist.',
    values: fc.integer({ min: minZoom, max: maxZoom }),
  },
];

const files = import.meta.glob<Record<string, unknown>>(
  ['./*Shape*.ts', './shapes.ts', '!./*.test.ts'],
  { eager: true },
);
const exported = Object.values(files).flatMap((file) => Object.entries(file));
const pairs = exported.flatMap(([name, guard]) => {
  const schema = schemas[name];
  return schema && typeof guard === 'function'
    ? [{ name, schema, accepts: (value: unknown): boolean => guard(value) === true }]
    : [];
});
type Pair = (typeof pairs)[number];

const valuesOfPair = ({ name, schema }: Pair) =>
  valuesOf(
    schema,
    name,
    (path) => differences.find((one) => one.values && one.path.test(path))?.values,
  );

interface Disagreement extends Change {
  accepts: Difference['accepts'];
}

/** The changes of a value on which guard and schema disagree. */
function disagreementsOf({ name, schema, accepts }: Pair, value: unknown): Disagreement[] {
  return changesOf(value, name).flatMap((change) => {
    const isAccepted = accepts(change.value);
    if (schema.safeParse(change.value).success === isAccepted) return [];
    return [{ ...change, accepts: isAccepted ? 'guard' : 'schema' }];
  });
}

const explains = ({ path, changes, accepts }: Difference, found: Disagreement) =>
  path.test(found.path) && changes.includes(found.kind) && accepts === found.accepts;

it('every guard has a schema in this test', () => {
  const names = exported.map(([name]) => name);
  expect(names.toSorted()).toEqual([...Object.keys(schemas), ...parts].toSorted());
});

describe.each(pairs)('$name and its schema', (pair) => {
  it('agree on every value that matches the schema, and on every changed value', () => {
    fc.assert(
      fc.property(valuesOfPair(pair), (value) => {
        expect(pair.schema.safeParse(value).error).toBeUndefined();
        expect(pair.accepts(value)).toBe(true);
        const unexplained = disagreementsOf(pair, value).filter(
          (found) => !differences.some((difference) => explains(difference, found)),
        );
        expect(unexplained.map(({ kind, path, accepts }) => ({ kind, path, accepts }))).toEqual([]);
      }),
      { numRuns: 6 },
    );
  });

  it.each([undefined, null, '', 0, [], {}, 'x', true])('agree that %j does not match', (value) => {
    expect(pair.schema.safeParse(value).success).toBe(false);
    expect(pair.accepts(value)).toBe(false);
  });
});

it('every listed difference between a guard and its schema exists', () => {
  const missing = new Set(differences);
  for (const pair of pairs) {
    for (const value of fc.sample(valuesOfPair(pair), { numRuns: 4, seed: 1 })) {
      const found = disagreementsOf(pair, value);
      for (const difference of missing) {
        if (found.some((one) => explains(difference, one))) missing.delete(difference);
      }
    }
  }
  expect([...missing].map(({ why }) => why)).toEqual([]);
});
