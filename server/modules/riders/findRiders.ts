import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { FindRiders, RiderShown, RidersFound } from '../../../contract/operators/riders.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { addMs } from '../../db/unitOfWork.ts';
import {
  blocksOf,
  identifiersBlockedThrough,
  identifiersOf,
  type Identifier,
} from '../auth/blocks/blocks.ts';
import { maskPhoneForOperators } from '../auth/maskedContacts.ts';
import { ridersForOperators } from '../auth/userQueries.ts';
import { isFrozen } from '../chargebacks/freeze.ts';
import { OpsError } from '../operators/opsError.ts';
import { cardFingerprints } from '../payments/methods/cardFingerprints.ts';
import { methodsForOperators, ridersWhoPaid } from '../payments/paymentQueries.ts';
import { rentalStates } from '../rentalRecords/rentalQueries.ts';
import { riderOfTopUp } from '../topUps/topUpQueries.ts';
import { totalOf } from '../wallet/portions.ts';
import { readWallet } from '../wallet/wallet.ts';

export type RiderSettings = Pick<Settings, 'codeSecret' | 'currency'>;
type Row = Awaited<ReturnType<typeof rowOf>>;

const mostFound = 20;
const hourMs = 60 * 60_000;

/** The riders that an operator searches for, with masked contacts. @throws {OpsError} phoneInvalid. */
export async function findRiders(
  db: Db,
  settings: RiderSettings,
  wanted: FindRiders,
): Promise<RidersFound> {
  const rows = await rowsFor(db, wanted);
  const riders: RiderShown[] = [];
  for (const row of rows.slice(0, mostFound)) riders.push(await presentRider(db, settings, row));
  return { riders, more: rows.length > mostFound };
}

/** @throws {OpsError} riderNotFound. */
export async function showRider(
  db: Db | Trx,
  settings: RiderSettings,
  number: string,
): Promise<RiderShown> {
  return presentRider(db, settings, await rowOf(db, number));
}

/** @throws {OpsError} riderNotFound. */
export async function rowOf(db: Db | Trx, number: string) {
  const row = await ridersForOperators(db).where('number', '=', number).executeTakeFirst();
  if (!row) throw new OpsError('riderNotFound', `There is no rider ${number}.`);
  return row;
}

async function rowsFor(db: Db, wanted: FindRiders): Promise<Row[]> {
  const riders = ridersForOperators(db);
  if ('phone' in wanted) return riders.where('phone', '=', phoneOf(wanted.phone)).execute();
  if ('rider' in wanted) return riders.where('number', '=', wanted.rider).execute();
  const ids =
    'order' in wanted ? await riderOfOrder(db, wanted.order) : await ridersOfCard(db, wanted);
  return ids.length === 0 ? [] : riders.where('id', 'in', ids).orderBy('id').execute();
}

/**
 * A list with the id of the rider of an order or a top-up. The list is empty for an unknown number.
 */
async function riderOfOrder(db: Db, number: string): Promise<string[]> {
  const found =
    (await rentalStates(db).where('number', '=', number).executeTakeFirst()) ??
    (await riderOfTopUp(db, number));
  return found ? [found.user_id] : [];
}

function ridersOfCard(db: Db, { last4, day }: { last4: string; day: string }): Promise<string[]> {
  // In the rider's time zone, the day may begin 14 hours before it begins in UTC, and may end 12 hours after it ends in
  // UTC.
  const start = new Date(`${day}T00:00:00Z`);
  const [from, until] = [addMs(start, -14 * hourMs), addMs(start, 36 * hourMs)];
  return ridersWhoPaid(db, { last4, from, until, limit: mostFound + 1 });
}

/** The number in the format E.164. @throws {OpsError} phoneInvalid. */
export function phoneOf(typed: string): string {
  const phone = parsePhoneNumberFromString(typed);
  if (phone?.isValid()) return phone.number;
  throw new OpsError(
    'phoneInvalid',
    'Write the phone with its country code, such as +12125550123.',
  );
}

/**
 * Everything of a rider that an operator can block: the account, phone, browsers and cards, including removed cards.
 * The list also contains everything that operators blocked when they blocked this rider, even if these things no longer
 * belong to the rider.
 */
export async function identifiersOfRider(
  db: Db | Trx,
  settings: RiderSettings,
  row: Row,
): Promise<Identifier[]> {
  return identifiersWithCards(db, settings, row, await cardFingerprints(db, row.id));
}

async function identifiersWithCards(
  db: Db | Trx,
  settings: RiderSettings,
  { id, number, phone, guest_device: device }: Row,
  cards: readonly string[],
): Promise<Identifier[]> {
  const known = await identifiersOf(db, settings, { account: id, phone, device, cards });
  return [...known, ...(await identifiersBlockedThrough(db, { id, number }))];
}

async function presentRider(db: Db | Trx, settings: RiderSettings, row: Row): Promise<RiderShown> {
  const { id, number, phone, language, created_at, deleted_at, is_guest } = row;
  const { currency } = settings;
  const methods = await methodsForOperators(db, id);
  const cards = new Set(methods.map(({ fingerprint }) => fingerprint).filter(Boolean));
  const blocks = await blocksOf(db, await identifiersWithCards(db, settings, row, [...cards]));
  return {
    number,
    phone: phone === null ? null : maskPhoneForOperators(phone),
    language,
    since: created_at.toISOString(),
    isGuest: is_guest,
    deletedAt: deleted_at?.toISOString() ?? null,
    blocks: blocks.map(({ kind, blocked_by, blocked_at }) => ({
      what: kind,
      by: blocked_by,
      at: blocked_at.toISOString(),
    })),
    frozen: await isFrozen(db, id),
    goCash: { amount: totalOf(await readWallet(db, id, currency)), currency },
    cards: methods
      .filter(({ removed_at }) => removed_at === null)
      .map(({ kind, brand, last4 }) => ({ kind, brand, last4 })),
  };
}
