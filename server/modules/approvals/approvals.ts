import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { z } from 'zod';
import type {
  ApprovalDecided,
  ApprovalList,
  ApprovalShown,
} from '../../../contract/operators/approvals.ts';
import type { OperatorRole, Reach } from '../../../contract/operators/team.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { recordOperatorAction } from '../audit/operatorActions.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { ProvenAct } from '../operators/guard.ts';
import { refuseNewAccess } from '../operators/newAccess.ts';
import { OpsError } from '../operators/opsError.ts';

/** After this time without a decision, the act must be requested again. */
export const approvalLifeMs = 72 * 60 * 60_000;
const mostListed = 100;

type PendingAct = Selectable<Database['pending_acts']>;

/** An act that needs a second operator. */
interface ApprovableAct {
  /** The roles that may approve or reject the act. Administrators always may. */
  roles: readonly Exclude<OperatorRole, 'administrator'>[];
  /**
   * `all` if the act concerns all stations, and `none` if it concerns no station. Otherwise a function that decides
   * whether the subject is within the regions and venues of an operator.
   */
  stations: 'all' | 'none' | ((db: Db, subject: string, reach: Reach) => Promise<boolean>);
  /**
   * Performs the approved act in the transaction of the approval. It checks again whether the act is still possible,
   * and parses the request.
   */
  perform: (
    work: UnitOfWork,
    pending: Pick<PendingAct, 'subject' | 'request' | 'requested_by'>,
  ) => Promise<{ before?: object; after?: object }>;
}

/** The operator who decides about a request. */
interface Decider {
  roles: readonly OperatorRole[];
  /** The regions and venues to which the operator is limited; null for all stations. */
  reach: Reach | null;
}

/** The acts that need a second operator, by their name in the record of operators. */
export type ApprovableActs = Readonly<Record<string, ApprovableAct>>;

/**
 * Stores an act until a second operator decides. The caller records the request.
 *
 * @param asked.isSingle whether the subject may have only one open request for this act. If so, the caller has locked
 * the subject.
 * @throws {OpsError} approvalPending; ownKeyNeeded if the caller uses the key of the server,
 * because nobody checks the name that such a caller states.
 */
export async function requestApproval(
  work: UnitOfWork,
  {
    action,
    subject,
    request,
    isSingle = false,
  }: { action: string; subject: string; request: object; isSingle?: boolean },
  { who, why, hasOwnKey }: Pick<ProvenAct, 'who' | 'why' | 'hasOwnKey'>,
): Promise<ApprovalShown> {
  if (!hasOwnKey) throw ownKeyNeeded();
  if (isSingle) {
    const [waiting] = await waitingActs(work.trx, action, [subject], work.now);
    if (waiting) {
      throw new OpsError('approvalPending', `The request ${waiting.id} waits for an approval.`);
    }
  }
  const row = await work.trx
    .insertInto('pending_acts')
    .values({
      id: randomUUID(),
      action,
      subject,
      request: JSON.stringify(request),
      requested_by: who,
      why,
      requested_at: work.now,
      expires_at: addMs(work.now, approvalLifeMs),
      state: 'open',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return present(row, work.now);
}

export async function listApprovals(
  db: Db,
  state: 'open' | 'all',
  now: Date,
): Promise<ApprovalList> {
  const rows = await db
    .selectFrom('pending_acts')
    .selectAll()
    .$if(state === 'open', (query) =>
      query.where('state', '=', 'open').where('expires_at', '>', now),
    )
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(mostListed)
    .execute();
  return { approvals: rows.map((row) => present(row, now)) };
}

/** The requests for an act on these subjects that still wait for a second operator. */
export function waitingActs(db: Db | Trx, action: string, subjects: readonly string[], now: Date) {
  return db
    .selectFrom('pending_acts')
    .select(['id', 'subject', 'requested_by', 'expires_at'])
    .where('action', '=', action)
    .where('subject', '=', sql<string>`any(${[...subjects]}::text[])`)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .execute();
}

const Waiting = z.object({ approval: z.uuid().nullish() });

/**
 * Reads and locks the request for approval that an act made; null if the act needed no approval.
 *
 * @param details the details of the act in the record of operators.
 */
export async function approvalIn(
  work: UnitOfWork,
  details: unknown,
): Promise<ApprovalShown | null> {
  const { approval } = Waiting.parse(details);
  return approval ? present(await read(work, approval), work.now) : null;
}

/**
 * Approves and performs an act that another operator requested. The record of operators gets two entries: the approval,
 * and the act of the operator who requested it.
 *
 * @throws {OpsError} approvalNotFound, approvalClosed, ownKeyNeeded, otherOperatorNeeded, roleMissing, regionForeign,
 * accessTooNew, keyReused, and the errors of the act.
 */
export function approve(
  work: UnitOfWork,
  acts: ApprovableActs,
  id: string,
  decider: Decider,
  act: ProvenAct,
): Promise<ApprovalDecided> {
  return decide(work, id, 'approved', act, async (pending) => {
    refuseOwn(pending, act);
    const approvable = await approvableOf(work, acts, pending, decider);
    await refuseNewAccess(work, act.who);
    await refuseNewAccess(work, pending.requested_by);
    const { before, after } = await approvable.perform(work, pending);
    await recordOperatorAction(work, {
      action: pending.action,
      subject: pending.subject,
      who: pending.requested_by,
      why: pending.why,
      details: { approval: id, approvedBy: act.who },
      // The approver sent this call, not the requester. The entry of the approval stores the origin of the call.
      origin: null,
      ...(before && { before }),
      ...(after && { after }),
    });
  });
}

/**
 * Rejects an act of another operator.
 *
 * @throws {OpsError} approvalNotFound, approvalClosed, ownKeyNeeded, otherOperatorNeeded, roleMissing, regionForeign,
 * keyReused.
 */
export function reject(
  work: UnitOfWork,
  acts: ApprovableActs,
  id: string,
  decider: Decider,
  act: ProvenAct,
): Promise<ApprovalDecided> {
  return decide(work, id, 'rejected', act, async (pending) => {
    refuseOwn(pending, act);
    await approvableOf(work, acts, pending, decider);
  });
}

/**
 * Withdraws the operator's own request.
 *
 * @throws {OpsError} approvalNotFound, approvalClosed, ownKeyNeeded, otherOperatorNeeded, keyReused.
 */
export function withdraw(work: UnitOfWork, id: string, act: ProvenAct): Promise<ApprovalDecided> {
  return decide(work, id, 'withdrawn', act, async (pending) => {
    if (isSameOperator(pending.requested_by, act.who)) return;
    throw new OpsError('otherOperatorNeeded', `Only ${pending.requested_by} can withdraw this.`);
  });
}

function decide(
  work: UnitOfWork,
  id: string,
  state: 'approved' | 'rejected' | 'withdrawn',
  act: ProvenAct,
  check: (pending: PendingAct) => Promise<void>,
): Promise<ApprovalDecided> {
  const action = `approval.${state}`;
  return actOnce(work, { action, subject: id }, act, {
    async run() {
      const pending = await read(work, id);
      const now = present(pending, work.now).state;
      if (now !== 'open') throw new OpsError('approvalClosed', `This request is ${now}.`);
      if (!act.hasOwnKey) throw ownKeyNeeded();
      await check(pending);
      const decided = await work.trx
        .updateTable('pending_acts')
        .set({ state, decided_by: act.who, decided_at: work.now })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return {
        answer: { approval: present(decided, work.now) },
        before: { state: 'open' },
        after: { state },
      };
    },
    again: async () => ({ approval: present(await read(work, id), work.now) }),
  });
}

/** Reads and locks a request for approval. */
async function read(work: UnitOfWork, id: string): Promise<PendingAct> {
  const row = await work.trx
    .selectFrom('pending_acts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new OpsError('approvalNotFound', 'There is no such request.');
  return row;
}

/** The requested act, if this operator may decide about it. @throws {OpsError} roleMissing, regionForeign. */
async function approvableOf(
  work: UnitOfWork,
  acts: ApprovableActs,
  { action, subject }: PendingAct,
  { roles, reach }: Decider,
): Promise<ApprovableAct> {
  const approvable = Object.hasOwn(acts, action) ? acts[action] : undefined;
  if (!approvable) throw new Error(`the act ${action} cannot be approved`);
  const allowed: readonly OperatorRole[] = ['administrator', ...approvable.roles];
  if (!roles.some((role) => allowed.includes(role))) {
    throw new OpsError('roleMissing', `This needs one of the roles ${allowed.join(', ')}.`);
  }
  if (!(await isWithinReach(work, approvable, subject, reach))) {
    throw new OpsError(
      'regionForeign',
      'The request concerns other regions and venues than yours.',
    );
  }
  return approvable;
}

async function isWithinReach(
  { trx }: UnitOfWork,
  { stations }: ApprovableAct,
  subject: string,
  reach: Reach | null,
): Promise<boolean> {
  if (reach === null || stations === 'none') return true;
  if (stations === 'all') return false;
  return stations(trx, subject, reach);
}

function refuseOwn({ requested_by }: PendingAct, { who }: ProvenAct): void {
  if (!isSameOperator(requested_by, who)) return;
  throw new OpsError('otherOperatorNeeded', 'Another operator must decide about your request.');
}

/** Ignores upper and lower case, because names that differ only in case belong to the same operator. */
const isSameOperator = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const ownKeyNeeded = () =>
  new OpsError(
    'ownKeyNeeded',
    'Each operator needs a session or a key of their own. The key of the server is not enough.',
  );

const Request = z.record(z.string(), z.unknown());

function present(row: PendingAct, now: Date): ApprovalShown {
  const isExpired = row.state === 'open' && row.expires_at <= now;
  return {
    id: row.id,
    action: row.action,
    subject: row.subject,
    request: Request.parse(row.request),
    requestedBy: row.requested_by,
    why: row.why,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    state: isExpired ? 'expired' : row.state,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at?.toISOString() ?? null,
  };
}
