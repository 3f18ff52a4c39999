import { z } from 'zod';
import {
  AssignedStations,
  type AssignmentChanged,
  type AssignmentShown,
  type TariffCreated,
  type TariffList,
  type TariffRead,
  type TariffShown,
  type TariffTerms,
} from '../../../contract/operators/tariffs.ts';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import type { Db } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { UnitOfWork } from '../../unitOfWork.ts';
import { requestApproval, findApproval, type ApprovableActs } from '../approvals/approvals.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { ProvenAct } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import { knownStations } from '../stations/knownStations.ts';
import { countByTariff, countInUse } from '../stations/stationTariffs.ts';
import {
  insertAssignment,
  lockAssignment,
  readAssignments,
  setAssignmentEnd,
  stationsOfAssignment,
} from '../tariffs/assignments.ts';
import { contradictionsOf } from '../tariffs/contradictions.ts';
import { enterTariff } from '../tariffs/enterTariff.ts';
import { allTariffs } from '../tariffs/readTariffs.ts';
import { applyTariffs, planTariffs } from './applyTariffs.ts';
import { tariffWords } from './tariffWords.ts';

export async function listTariffs(db: Db): Promise<TariffList> {
  const counts = await countByTariff(db);
  const tariffs = await allTariffs(db);
  return {
    tariffs: tariffs.map((tariff) => ({ tariff, stations: counts.get(tariff.id) ?? 0 })),
  };
}

/** A tariff in the words of the app. @throws {OpsError} tariffNotFound. */
export async function readTariff(db: Db, id: string): Promise<TariffRead> {
  const shown = await findTariff(db, id);
  return { ...shown, words: tariffWords(shown.tariff) };
}

/**
 * Creates a tariff, with the minimum charge of the payment provider. Its terms never change afterwards.
 *
 * @throws {OpsError} tariffInvalid if the terms contradict each other, tariffExists, keyReused.
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

interface Assignment {
  tariffId: string;
  stations: AssignedStations;
  startsAt: string | undefined;
}

/**
 * Assigns a tariff from a time on. If riders use one of the stations, or may use it when the assignment begins, the
 * assignment waits for a second operator.
 *
 * @throws {OpsError} tariffNotFound, stationNotFound, timeInvalid, ownKeyNeeded, keyReused.
 */
export function assignTariff(
  work: UnitOfWork,
  { tariffId, stations: typed, startsAt }: Assignment,
  act: ProvenAct,
): Promise<AssignmentChanged> {
  const request = { stations: sorted(typed), startsAt: startsAt ?? null };
  const asked = { action: 'tariff.assign', subject: tariffId, details: request };
  return changeAssignment(work, asked, act, async () => {
    const { stationIds, start } = await checkAssignment(work, tariffId, request);
    const isLater = start > work.now;
    if (isLater || (await countInUse(work.trx, stationIds)) > 0) return null;
    return begin(work, { tariffId, stationIds, startsAt: start, by: act.who });
  });
}

/**
 * Ends an assignment. If it is in force and riders use one of its stations, the end waits for a second operator.
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
    const { row, stationIds } = await checkEnd(work, id, request);
    if (endsAt !== undefined && new Date(endsAt) < work.now) {
      throw new OpsError('timeInvalid', `The end ${endsAt} is in the past.`);
    }
    const isInForce = row.starts_at <= work.now;
    if (isInForce && (await countInUse(work.trx, stationIds)) > 0) return null;
    return end(work, id, request);
  });
}

const Made = z.object({ assignment: z.string().nullable(), approval: z.string().nullable() });

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
        approval: made.approval === null ? null : await findApproval(work, made.approval),
      };
    },
  });
}

const AssignRequest = z.object({
  stations: AssignedStations,
  startsAt: z.string().nullable(),
});
const EndRequest = z.object({ endsAt: z.string().nullable() });

/** The changes of assignments that a second operator approves. */
export const approvableTariffActs: ApprovableActs = {
  'tariff.assign': {
    roles: [],
    async perform(work, { subject, request, requested_by }) {
      const { stationIds, start } = await checkAssignment(
        work,
        subject,
        AssignRequest.parse(request),
        work.now,
      );
      return begin(work, { tariffId: subject, stationIds, startsAt: start, by: requested_by });
    },
  },
  'tariff.endAssignment': {
    roles: [],
    perform: (work, { subject, request }) => end(work, subject, EndRequest.parse(request)),
  },
};

async function checkAssignment(
  work: UnitOfWork,
  tariffId: string,
  { stations, startsAt }: z.infer<typeof AssignRequest>,
  earliest: Date | null = null,
): Promise<{ stationIds: string[] | null; start: Date }> {
  await findTariff(work.trx, tariffId);
  if (stations === 'all') return { stationIds: null, start: startOf(work, startsAt, earliest) };
  const known = await knownStations(work.trx, stations);
  const unknown = stations.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    throw new OpsError('stationNotFound', `There is no station ${unknown.join(', ')}.`);
  }
  return { stationIds: stations, start: startOf(work, startsAt, earliest) };
}

/** @param earliest if given, a start in the past becomes this time: the approval came later than the start. */
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
  const { id, starts_at } = await insertAssignment(work, assignment);
  await applyOrPlan(work, id, assignment.stationIds, starts_at);
  return { after: await findAssignment(work, id) };
}

async function checkEnd(work: UnitOfWork, id: string, { endsAt }: z.infer<typeof EndRequest>) {
  const row = await lockAssignment(work, id);
  if (!row) throw new OpsError('assignmentNotFound', 'There is no such assignment.');
  if (row.ends_at !== null && row.ends_at <= work.now) {
    throw new OpsError('assignmentEnded', `The assignment ended at ${row.ends_at.toISOString()}.`);
  }
  if (endsAt !== null && new Date(endsAt) < row.starts_at) {
    throw new OpsError('timeInvalid', 'The end is before the start.');
  }
  return { row, stationIds: await stationsOfAssignment(work.trx, row) };
}

async function end(
  work: UnitOfWork,
  id: string,
  request: z.infer<typeof EndRequest>,
): Promise<{ before: AssignmentShown; after: AssignmentShown }> {
  const { row, stationIds } = await checkEnd(work, id, request);
  const before = await findAssignment(work, id);
  const asked = request.endsAt === null ? work.now : new Date(request.endsAt);
  // An assignment that has not begun ends at its start, so that it never holds. An approval may come after the end.
  const endsAt = [row.starts_at, work.now, asked].reduce((a, b) => (a > b ? a : b));
  await setAssignmentEnd(work, id, endsAt);
  await applyOrPlan(work, id, stationIds, endsAt);
  return { before, after: await findAssignment(work, id) };
}

/** Applies a change of an assignment now, or at its time. */
async function applyOrPlan(
  work: UnitOfWork,
  id: string,
  stationIds: readonly string[] | null,
  at: Date,
): Promise<void> {
  if (at <= work.now) await applyTariffs(work, stationIds);
  else await planTariffs(work, id, at);
}

async function findAssignment(work: UnitOfWork, id: string): Promise<AssignmentShown> {
  const [found] = await readAssignments(work.trx, work.now, id);
  if (!found) throw new OpsError('assignmentNotFound', 'There is no such assignment.');
  return found;
}

/** The ids as they are stored, each once. Unknown forms stay, and are refused as unknown stations. */
function sorted(stations: AssignedStations): AssignedStations {
  if (stations === 'all') return stations;
  return [...new Set(stations.map((id) => parseStationId(id) ?? id))].toSorted();
}
