import type { z } from 'zod';
import type { HostChanged, HostList, HostQuery } from '../../../contract/operators/promotions.ts';
import type { Db } from '../../db/database.ts';
import { readCursor, writeCursor } from '../../http/answers/timeCursor.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { answerInterest, eraseInterest, interestsForOperators } from '../hosts/answerInterest.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';

/** @throws {ProblemError} invalidInput for a damaged cursor, or a cursor of another list. */
export async function listHosts(
  db: Db,
  { state, cursor, limit }: z.output<typeof HostQuery>,
): Promise<HostList> {
  const after = cursor === undefined ? null : readCursor('hosts', cursor);
  const rows = await interestsForOperators(db, { state, after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    hosts: shown.map((row) => ({
      reference: row.reference,
      sentAt: row.created_at.toISOString(),
      changedAt: row.updated_at.toISOString(),
      doneAt: row.done_at?.toISOString() ?? null,
      business: row.business,
      venue: row.venue,
      lat: row.lat,
      lng: row.lng,
      address: row.address,
      contactName: row.contact_name,
      phone: row.phone,
      email: row.email,
      message: row.message,
      language: row.language,
    })),
    nextCursor:
      rows.length > limit && last
        ? writeCursor('hosts', { at: last.created_at, id: last.id })
        : null,
  };
}

/** Marks the request of a host as answered. @throws {OpsError} hostNotFound, keyReused. */
export function answerHost(work: UnitOfWork, typed: string, act: Act): Promise<HostChanged> {
  return change(work, 'host.answer', typed, act, (reference) =>
    answerInterest(work.trx, reference, work.now),
  );
}

/** Erases the request of a host who asked for the erasure. @throws {OpsError} hostNotFound, keyReused. */
export function eraseHost(work: UnitOfWork, typed: string, act: Act): Promise<HostChanged> {
  return change(work, 'host.erase', typed, act, (reference) => eraseInterest(work.trx, reference));
}

function change(
  work: UnitOfWork,
  action: string,
  typed: string,
  act: Act,
  run: (reference: string) => Promise<boolean>,
): Promise<HostChanged> {
  const reference = typed.toUpperCase();
  return actOnce(work, { action, subject: reference }, act, {
    async run() {
      const isKnown = await run(reference);
      if (!isKnown) throw new OpsError('hostNotFound', `There is no request ${reference}.`);
      return { answer: { reference } };
    },
    again: async () => ({ reference }),
  });
}
