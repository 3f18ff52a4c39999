import { z } from 'zod';
import type {
  BlockKind,
  PhoneBlocked,
  RiderChanged,
  RiderCredited,
  RiderUnmasked,
} from '../../../contract/operators/riders.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Settings } from '../../settings/settings.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { approvalIn, requestApproval, type ApprovableActs } from '../approvals/approvals.ts';
import {
  countPayout,
  lockPayouts,
  approvedPayer,
  payerOf,
  type Payer,
  type SecondOperatorNeeded,
} from '../approvals/payLimits.ts';
import {
  blockIdentifiers,
  blocksOf,
  identifiersOf,
  unblockIdentifiers,
  type Identifier,
} from '../auth/blocks/blocks.ts';
import { queueForUsers } from '../auth/users.ts';
import { actOnce, shownAgainMs } from '../operators/actOnce.ts';
import type { Act, ProvenAct } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import { creditWallet } from '../wallet/credits.ts';
import { readWallet } from '../wallet/wallet.ts';
import { identifiersOfRider, phoneOf, rowOf, showRider, type RiderSettings } from './findRiders.ts';

type CreditSettings = RiderSettings & Pick<Settings, 'payLimits'>;
const creditsWithinMs = 30 * 24 * 60 * 60_000;

/**
 * Shows the contact of a rider. The call adds an entry without the contact to the record of operators. A repeated call
 * with the same key adds no entry.
 *
 * @throws {OpsError} riderNotFound, keyReused.
 */
export function unmaskRider(work: UnitOfWork, number: string, act: Act): Promise<RiderUnmasked> {
  const contact = async () => {
    const { name, phone, email } = await rowOf(work.trx, number);
    return { number, name, phone, email };
  };
  return actOnce(work, { action: 'rider.unmask', subject: number }, act, {
    run: async () => ({ answer: await contact() }),
    again: contact,
    againWithinMs: shownAgainMs,
  });
}

/**
 * Blocks the account, phone, browsers or cards of a rider, or ends the block. An open rental continues: the rider can
 * return the charger and pays for the rental.
 *
 * @throws {OpsError} riderNotFound; riderNotPossible if the rider has nothing of the requested kinds; keyReused.
 */
export function blockRider(
  work: UnitOfWork,
  settings: RiderSettings,
  number: string,
  { what, isBlocked }: { what: readonly BlockKind[]; isBlocked: boolean },
  act: Act,
): Promise<RiderChanged> {
  const action = isBlocked ? 'rider.block' : 'rider.unblock';
  const again = async () => ({ rider: await showRider(work.trx, settings, number) });
  return actOnce(work, { action, subject: number, details: { what } }, act, {
    async run() {
      const row = await rowOf(work.trx, number);
      const identifiers = (await identifiersOfRider(work.trx, settings, row)).filter(({ kind }) =>
        what.includes(kind),
      );
      if (identifiers.length === 0) {
        throw new OpsError('riderNotPossible', `Rider ${number} has no ${what.join(' or ')}.`);
      }
      const before = await kindsOf(work, identifiers);
      await setBlocked(work, identifiers, isBlocked, { by: act.who, rider: number });
      return { answer: await again(), before, after: await kindsOf(work, identifiers) };
    },
    again,
  });
}

/** Blocks a phone number, even if no account has it, or ends the block. @throws {OpsError} phoneInvalid, keyReused. */
export async function blockPhone(
  work: UnitOfWork,
  settings: RiderSettings,
  { phone, blocked }: { phone: string; blocked: boolean },
  act: Act,
): Promise<PhoneBlocked> {
  const action = blocked ? 'phone.block' : 'phone.unblock';
  const identifiers = await identifiersOf(work.trx, settings, { phone: phoneOf(phone) });
  // The record of operators is kept for ever, so it contains the keyed hash instead of the phone
  // number.
  const subject = identifiers[0]?.mark ?? '';
  return actOnce(work, { action, subject }, act, {
    async run() {
      const before = await kindsOf(work, identifiers);
      await setBlocked(work, identifiers, blocked, { by: act.who, rider: null });
      return { answer: { blocked }, before, after: await kindsOf(work, identifiers) };
    },
    again: async () => ({ blocked }),
  });
}

const kindsOf = async (work: UnitOfWork, identifiers: readonly Identifier[]) => ({
  blocked: [...new Set((await blocksOf(work.trx, identifiers)).map(({ kind }) => kind))],
});

function setBlocked(
  work: UnitOfWork,
  identifiers: readonly Identifier[],
  isBlocked: boolean,
  { by, rider }: { by: string; rider: string | null },
): Promise<void> {
  return isBlocked
    ? blockIdentifiers(work, identifiers, by, rider)
    : unblockIdentifiers(work, identifiers);
}

const creditAction = 'rider.credit';

/**
 * Credits GoCash as a bonus, which the rider can spend but not withdraw.
 *
 * @throws {OpsError} riderNotFound, riderNotPossible for a guest or a deleted account, keyReused.
 * @throws {SecondOperatorNeeded} See `requestCredit`.
 */
export function creditRider(
  work: UnitOfWork,
  settings: CreditSettings,
  number: string,
  amount: number,
  act: ProvenAct,
): Promise<RiderCredited> {
  const asked = { action: creditAction, subject: number, details: { amount } };
  return actOnce(work, asked, act, {
    async run() {
      const payer = payerOf(act, settings.payLimits);
      const { before, after } = await credit(work, settings, { number, amount }, payer, act.key);
      const rider = await showRider(work.trx, settings, number);
      return { answer: { rider, approval: null }, before, after };
    },
    again: ({ details }) => creditedAgain(work, settings, number, details),
  });
}

/**
 * Requests that a second operator approves a credit.
 *
 * @throws {OpsError} as `creditRider` does, and approvalPending, ownKeyNeeded.
 */
export function requestCredit(
  work: UnitOfWork,
  settings: RiderSettings,
  number: string,
  { amount, currency }: SecondOperatorNeeded,
  act: ProvenAct,
): Promise<RiderCredited> {
  const asked = { action: creditAction, subject: number, details: { amount } };
  return actOnce(work, asked, act, {
    async run() {
      await lockRider(work, number);
      const request = { amount, currency, key: act.key };
      const wanted = { action: creditAction, subject: number, request, isSingle: true };
      const approval = await requestApproval(work, wanted, act);
      const rider = await showRider(work.trx, settings, number);
      return { answer: { rider, approval }, made: { approval: approval.id } };
    },
    again: ({ details }) => creditedAgain(work, settings, number, details),
  });
}

async function creditedAgain(
  work: UnitOfWork,
  settings: RiderSettings,
  number: string,
  details: unknown,
): Promise<Omit<RiderCredited, 'repeated'>> {
  return {
    rider: await showRider(work.trx, settings, number),
    approval: await approvalIn(work, details),
  };
}

const CreditPending = z.object({ amount: z.int().positive(), key: z.string() });

/** The credits that a second operator approves. */
export function approvableCredits({ settings }: Pick<Dependencies, 'settings'>): ApprovableActs {
  return {
    [creditAction]: {
      roles: ['finance'],
      stations: 'none',
      perform(work, { subject: number, request, requested_by: who }) {
        const { amount, key } = CreditPending.parse(request);
        return credit(work, settings, { number, amount }, approvedPayer(who), key);
      },
    },
  };
}

async function credit(
  work: UnitOfWork,
  { currency }: RiderSettings,
  { number, amount }: { number: string; amount: number },
  payer: Payer,
  key: string,
) {
  const id = await lockRider(work, number);
  await lockPayouts(work, payer);
  const payout = { subject: `rider:${number}`, currency, amount, withinMs: creditsWithinMs };
  await countPayout(work, payer, payout);
  const before = await readWallet(work.trx, id, currency);
  await creditWallet(work, {
    userId: id,
    currency,
    topUp: 0,
    bonus: amount,
    reason: 'correction',
    key: `support:${id}:${key}`,
  });
  return { before, after: await readWallet(work.trx, id, currency) };
}

/**
 * Locks a rider and returns the id. Refuses riders who cannot have GoCash. @throws {OpsError} riderNotFound,
 * riderNotPossible.
 */
async function lockRider({ trx }: UnitOfWork, number: string): Promise<string> {
  const { id, is_guest } = await rowOf(trx, number);
  const [present] = await queueForUsers(trx, [id]);
  if (is_guest || present === undefined) {
    throw new OpsError('riderNotPossible', `Rider ${number} is a guest, or deleted the account.`);
  }
  return id;
}
