import { z } from 'zod';
import {
  AssignedStations,
  AssignedVenues,
  TariffHours,
  type AssignTariff,
  type AssignmentChanged,
  type AssignmentShown,
  type TariffCreated,
  type TariffList,
  type TariffRead,
  type TariffShown,
  type TariffTerms,
} from '../../../contract/operators/tariffs.ts';
import type { Db } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { approvalIn, requestApproval, type ApprovableActs } from '../approvals/approvals.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { ProvenAct } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import type { Settings } from '../../settings/settings.ts';
import { lockMasterData } from '../stations/saveStations.ts';
import { countByTariff, countInUse } from '../stations/stationTariffs.ts';
import {
  assignmentsWithHours,
  insertAssignment,
  lockAssignment,
  readAssignments,
  setAssignmentEnd,
  stateOf,
  targetOf,
  type AssignmentRow,
  type AssignmentTarget,
  type NewAssignment,
} from '../tariffs/assignments.ts';
import { contradictionsOf } from '../tariffs/contradictions.ts';
import { hoursOverlap } from '../tariffs/hours.ts';
import { enterTariff } from '../tariffs/enterTariff.ts';
import { allTariffs } from '../tariffs/readTariffs.ts';
import { applyTariffs, planHours, planTariffs } from './applyTariffs.ts';
import { requireStations, storedIds } from './requireStations.ts';
import { tariffWords } from './tariffWords.ts';
import { readVenue } from './venues/readVenue.ts';

export async function listTariffs(db: Db): Promise<TariffList> {
  const counts = await countByTariff(db);
  const tariffs = await allTariffs(db);
  return {
    tariffs: tariffs.map((tariff) => ({ tariff, stations: counts.get(tariff.id) ?? 0 })),
  };
}

/** A tariff, with its terms in the words of the app. @throws {OpsError} tariffNotFound. */
export async function readTariff(db: Db, id: string): Promise<TariffRead> {
  const shown = await findTariff(db, id);
  return { ...shown, words: tariffWords(shown.tariff) };
}

/**
 * Creates a tariff, with the minimum charge of the payment provider. Its terms never change afterwards.
 *
 * @throws {OpsError} tariffInvalid for contradictory terms or another currency, tariffExists, keyReused.
 */
export function createTariff(
  work: UnitOfWork,
  { payments, settings }: Pick<Dependencies, 'payments' | 'settings'>,
  { id, terms }: { id: string; terms: TariffTerms },
  act: ProvenAct,
): Promise<TariffCreated> {
  return actOnce(work, { action: 'tariff.create', subject: id, details: { terms } }, act, {
    async run() {
      const problems = contradictionsOf(terms, settings.currency);
      if (problems.length > 0) throw new OpsError('tariffInvalid', `${problems.join('; ')}.`);
      const minimumCharge = payments.minimumCharge(terms.currency);
      const tariff = { ...terms, id, minimumCharge };
      if (!(await enterTariff(work.trx, tariff))) {
        throw new OpsError(
          'tariffExists',
          `There is already a tariff ${id}. A tariff never changes: choose another id.`,
        );
      }
      return { answer: { tariff, stations: 0 }, after: tariff };
    },
    again: () => findTariff(work.trx, id),
  });
}

async function findTariff(db: Db, id: string): Promise<TariffShown> {
  const found = (await listTariffs(db)).tariffs.find(({ tariff }) => tariff.id === id);
  if (!found) throw new OpsError('tariffNotFound', `There is no tariff ${id}.`);
  return found;
}

type Assignment = Omit<AssignTariff, 'why'> & { tariffId: string };

/**
 * Assigns a tariff from a time on. A second operator must approve the assignment if one of the stations is in use. The
 * same applies if the assignment starts later, because a station may be in use by then.
 *
 * @throws {OpsError} tariffNotFound, tariffInvalid, stationNotFound, venueNotFound, venueEnded, hoursOverlap,
 * timeInvalid, ownKeyNeeded, keyReused.
 */
export function assignTariff(
  work: UnitOfWork,
  settings: Pick<Settings, 'currency'>,
  { tariffId, stations, venues, hours, startsAt }: Assignment,
  act: ProvenAct,
): Promise<AssignmentChanged> {
  const request: AssignRequest = {
    ...(stations && { stations: stations === 'all' ? stations : storedIds(stations) }),
    ...(venues && { venues: [...new Set(venues)].toSorted() }),
    ...(hours && { hours }),
    startsAt: startsAt ?? null,
  };
  const asked = { action: 'tariff.assign', subject: tariffId, details: request };
  return changeAssignment(work, asked, act, async () => {
    const checked = await checkAssignment(work, settings, tariffId, request);
    const isLater = checked.startsAt > work.now;
    if (isLater || (await countInUse(work.trx, checked.target)) > 0) return null;
    return begin(work, { ...checked, by: act.who });
  });
}

/**
 * Ends an assignment. If the assignment has not begun, or if one of its stations is in use, a second operator must
 * approve the end.
 *
 * @throws {OpsError} assignmentNotFound, assignmentEnded, timeInvalid, ownKeyNeeded, keyReused.
 */
export function endAssignment(
  work: UnitOfWork,
  id: string,
  endsAt: string | undefined,
  act: ProvenAct,
): Promise<AssignmentChanged> {
  const request = { endsAt: endsAt ?? null };
  const asked = { action: 'tariff.endAssignment', subject: id, details: request };
  return changeAssignment(work, asked, act, async () => {
    const { row, target } = await checkEnd(work, id, request);
    if (endsAt !== undefined && new Date(endsAt) < work.now) {
      throw new OpsError('timeInvalid', `The end ${endsAt} is in the past.`);
    }
    const isLater = row.starts_at > work.now;
    if (isLater || (await countInUse(work.trx, target)) > 0) return null;
    return end(work, id, request);
  });
}

const Made = z.object({ assignment: z.string().nullable() });

/** Changes an assignment, or requests an approval if `change` returns null. */
function changeAssignment(
  work: UnitOfWork,
  asked: { action: string; subject: string; details: object },
  act: ProvenAct,
  change: () => Promise<{ before?: object; after: AssignmentShown } | null>,
): Promise<AssignmentChanged> {
  return actOnce<Omit<AssignmentChanged, 'repeated'>>(work, asked, act, {
    async run() {
      const done = await change();
      if (done) {
        const { before, after } = done;
        return {
          answer: { assignment: after, approval: null },
          made: { assignment: after.id, approval: null },
          ...(before && { before }),
          after,
        };
      }
      const { action, subject, details: request } = asked;
      const approval = await requestApproval(work, { action, subject, request }, act);
      return {
        answer: { assignment: null, approval },
        made: { assignment: null, approval: approval.id },
      };
    },
    async again({ details }) {
      const made = Made.parse(details);
      return {
        assignment: made.assignment === null ? null : await findAssignment(work, made.assignment),
        approval: await approvalIn(work, details),
      };
    },
  });
}

const AssignRequest = z.object({
  stations: AssignedStations.optional(),
  venues: AssignedVenues.optional(),
  hours: TariffHours.optional(),
  startsAt: z.string().nullable(),
});
type AssignRequest = z.output<typeof AssignRequest>;
const EndRequest = z.object({ endsAt: z.string().nullable() });

/** The changes of assignments that a second operator approves. */
export const approvableTariffActs = (settings: Pick<Settings, 'currency'>): ApprovableActs => ({
  'tariff.assign': {
    roles: [],
    stations: 'all',
    async perform(work, { subject, request, requested_by }) {
      const asked = AssignRequest.parse(request);
      const checked = await checkAssignment(work, settings, subject, asked, work.now);
      return begin(work, { ...checked, by: requested_by });
    },
  },
  'tariff.endAssignment': {
    roles: [],
    stations: 'all',
    perform: (work, { subject, request }) => end(work, subject, EndRequest.parse(request)),
  },
});

async function checkAssignment(
  work: UnitOfWork,
  { currency }: Pick<Settings, 'currency'>,
  tariffId: string,
  { stations = [], venues, hours, startsAt }: AssignRequest,
  earliest: Date | null = null,
): Promise<Omit<NewAssignment, 'by'>> {
  const { tariff } = await findTariff(work.trx, tariffId);
  if (tariff.currency !== currency) {
    throw new OpsError(
      'tariffInvalid',
      `Tariff ${tariffId} has the currency ${tariff.currency}, but this server uses ${currency} (CURRENCY).`,
    );
  }
  const start = startOf(work, startsAt, earliest);
  if (venues) await requireVenues(work, venues);
  else if (stations !== 'all') await requireStations(work, stations);
  const target = venues ? { venues } : stations === 'all' ? stations : { stations };
  // With this lock, two operators cannot assign overlapping hours at the same time.
  await lockMasterData(work.trx);
  if (hours) await refuseOverlap(work, target, hours, start);
  return { tariffId, target, hours: hours ?? null, startsAt: start };
}

async function requireVenues({ trx }: UnitOfWork, venues: readonly string[]): Promise<void> {
  for (const id of venues) {
    const { state } = await readVenue(trx, id);
    if (state === 'ended') throw new OpsError('venueEnded', `Venue ${id} has ended.`);
  }
}

/**
 * Refuses hours that overlap with another assignment of the same stations or venues, because only one tariff can be in
 * force. An assignment with a planned end occupies its hours until this end.
 *
 * @throws {OpsError} hoursOverlap.
 */
async function refuseOverlap(
  work: UnitOfWork,
  target: AssignmentTarget,
  hours: TariffHours,
  startsAt: Date,
): Promise<void> {
  for (const other of await assignmentsWithHours(work.trx, work.now)) {
    const isBefore = other.endsAt !== null && new Date(other.endsAt) <= startsAt;
    if (isBefore || other.hours === null || !hoursOverlap(hours, other.hours)) continue;
    if (!isSameTarget(target, other)) continue;
    throw new OpsError(
      'hoursOverlap',
      `The assignment ${other.id} of tariff ${other.tariff} has some of these hours. End it first.`,
    );
  }
}

function isSameTarget(
  target: AssignmentTarget,
  { stations, venues }: Pick<AssignmentShown, 'stations' | 'venues'>,
): boolean {
  if (target === 'all' || stations === 'all') return target === stations;
  if ('stations' in target) return target.stations.some((id) => stations.includes(id));
  return target.venues.some((id) => venues.includes(id));
}

/**
 * @param earliest the start if the approval came only after the requested start. Null if the call
 * is not an approval: then the requested start must not be in the past.
 */
function startOf({ now }: UnitOfWork, startsAt: string | null, earliest: Date | null): Date {
  if (startsAt === null) return now;
  const start = new Date(startsAt);
  if (start >= now) return start;
  if (earliest !== null) return earliest;
  throw new OpsError('timeInvalid', `The start ${startsAt} is in the past.`);
}

async function begin(
  work: UnitOfWork,
  assignment: Parameters<typeof insertAssignment>[1],
): Promise<{ after: AssignmentShown }> {
  const row = await insertAssignment(work, assignment);
  await applyOrPlan(work, row, assignment.target, row.starts_at);
  return { after: await findAssignment(work, row.id) };
}

async function checkEnd(work: UnitOfWork, id: string, { endsAt }: z.infer<typeof EndRequest>) {
  // An import locks the stations before the assignments. This act locks in the same order, to prevent a deadlock.
  await lockMasterData(work.trx);
  const row = await lockAssignment(work, id);
  if (!row) throw new OpsError('assignmentNotFound', 'There is no such assignment.');
  if (stateOf(row, work.now) === 'ended') {
    throw new OpsError('assignmentEnded', 'The assignment has ended already.');
  }
  if (endsAt !== null && new Date(endsAt) < row.starts_at) {
    throw new OpsError('timeInvalid', 'The end is before the start.');
  }
  // Refuse a later end, because another assignment may have the hours after the current end.
  if (endsAt !== null && row.ends_at !== null && new Date(endsAt) > row.ends_at) {
    throw new OpsError(
      'timeInvalid',
      `The assignment ends at ${row.ends_at.toISOString()} already. Assign the tariff again for a later time.`,
    );
  }
  return { row, target: await targetOf(work.trx, row) };
}

async function end(
  work: UnitOfWork,
  id: string,
  request: z.infer<typeof EndRequest>,
): Promise<{ before: AssignmentShown; after: AssignmentShown }> {
  const { row, target } = await checkEnd(work, id, request);
  const before = await findAssignment(work, id);
  const asked = request.endsAt === null ? work.now : new Date(request.endsAt);
  // An assignment that has not begun ends at its start, so that it is never in force. If the approval comes after the
  // requested end, the assignment ends now.
  const endsAt = [row.starts_at, work.now, asked].reduce((a, b) => (a > b ? a : b));
  const ended = await setAssignmentEnd(work, id, endsAt);
  await applyOrPlan(work, ended, target, endsAt);
  return { before, after: await findAssignment(work, id) };
}

/** Applies a change of an assignment now. If the time `at` is in the future, plans a job for this time instead. */
async function applyOrPlan(
  work: UnitOfWork,
  assignment: AssignmentRow,
  target: AssignmentTarget,
  at: Date,
): Promise<void> {
  if (at > work.now) {
    await planTariffs(work, assignment.id, at);
    return;
  }
  await applyTariffs(work, target);
  await planHours(work, assignment, target);
}

async function findAssignment(work: UnitOfWork, id: string): Promise<AssignmentShown> {
  const [found] = await readAssignments(work.trx, work.now, { id });
  if (!found) throw new OpsError('assignmentNotFound', 'There is no such assignment.');
  return found;
}
