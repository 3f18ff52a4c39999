import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { NewReport, Report } from '../../../contract/support.ts';
import { ProblemError } from '../../http/problem.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { makeReferenceNumber } from '../../ids/referenceNumber.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { queueForUser } from '../auth/users.ts';
import { rentalSummaries } from '../rentalRecords/rentalQueries.ts';
import { hasStation } from '../stations/knownStations.ts';
import { openCase } from './cases.ts';
import { readReport } from './readReports.ts';

/** The maximum number of reports of a rider per day. After that the rider can phone support. */
const reports = { name: 'report:rider', limit: 20, windowSeconds: 24 * 60 * 60 };

/**
 * Stores a rider's report and opens a case. Only the report contains the text, because the case stays after the
 * deletion of the account.
 *
 * @throws {ProblemError} `orderNotFound`, also if the order belongs to another rider; `stationNotFound`;
 * `tooManyRequests`.
 */
export async function openReport(
  work: UnitOfWork,
  userId: string,
  { kind, note, orderId, stationId, charger }: z.output<typeof NewReport>,
): Promise<Report> {
  // The sign-in of a guest moves the guest's reports to an account. With this lock, a parallel sign-in also moves this
  // report.
  await queueForUser(work.trx, userId);
  const stationOfTheOrder =
    orderId === undefined ? null : await stationOfOrder(work, userId, orderId);
  if (stationId !== undefined && !(await hasStation(work.trx, stationId))) {
    throw new ProblemError('stationNotFound');
  }
  // Count the call last, so that refused and repeated requests do not count.
  await countCall(work.trx, reports, userId, work.now);

  const reportedStation = stationId ?? stationOfTheOrder;
  const id = randomUUID();
  const number = makeReferenceNumber('C');
  await work.trx
    .insertInto('support_reports')
    .values({
      id,
      number,
      user_id: userId,
      kind,
      note,
      rental_id: orderId ?? null,
      station_id: reportedStation,
      created_at: work.now,
      answer: null,
      answered_at: null,
    })
    .execute();
  await openCase(work, {
    kind: 'report',
    key: id,
    number,
    userId,
    ...(orderId !== undefined && { rentalId: orderId }),
    ...(reportedStation !== null && { stationId: reportedStation }),
    details: { number, about: kind, ...(charger !== undefined && { charger }) },
  });
  return readReport(work.trx, id);
}

async function stationOfOrder(work: UnitOfWork, userId: string, orderId: string): Promise<string> {
  const rental = await rentalSummaries(work.trx)
    .where('id', '=', orderId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!rental) throw new ProblemError('orderNotFound');
  return rental.station_id;
}
