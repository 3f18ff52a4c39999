import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { lockText } from '../../db/advisoryLocks.ts';
import type { HostInterest, HostInterestTaken } from '../../../contract/hosts.ts';
import { inTransaction, type Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { hashOf, idempotencyKeyOf } from '../../http/requests/idempotency.ts';
import { ProblemError } from '../../http/problem.ts';
import { callerNetwork } from '../../http/limits/networks.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { makeReferenceNumber } from '../../ids/referenceNumber.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { isDialable } from '../auth/phone.ts';
import { cleanLine, cleanLines } from './cleanText.ts';

const hourSeconds = 3600;
/** The limit per network address. Many people may share an address, but few of them want to become hosts. */
const perAddress = { name: 'host:address', limit: 20, windowSeconds: hourSeconds };
/**
 * The limit per phone number or e-mail address. The limit per network address is not enough,
 * because senders at many network addresses may enter the contact of the same person.
 */
const perContact = { name: 'host:contact', limit: 5, windowSeconds: hourSeconds };

const mergedWithinMs = 24 * hourSeconds * 1000;

type Needed = Pick<Dependencies, 'db' | 'clock'>;

/**
 * Stores a host's request, once per `Idempotency-Key`. A contact is a phone number or an e-mail
 * address. A second request within a day changes the first request if both have a contact in common
 * and no contact differs. The same person then probably corrects a mistake. A request that support
 * has answered does not change.
 *
 * @throws {ProblemError} invalidInput, tooManyRequests, idempotencyKeyRequired,
 * idempotencyKeyReused, requestInProgress.
 */
export async function saveInterest(
  deps: Needed,
  request: FastifyRequest,
  sent: HostInterest,
): Promise<HostInterestTaken> {
  const now = deps.clock.now();
  const key = idempotencyKeyOf(request);
  const requestHash = hashOf(request);
  const interest = cleaned(sent);
  const before = await answeredBefore(deps.db, key, requestHash);
  if (before) return before;
  await countCall(deps.db, perAddress, callerNetwork(request.ip), now);
  // Only a bot fills in this field, so the server does not store the request. The answer looks like a normal answer, so
  // that the bot does not notice.
  if (sent.subject) return { reference: makeReferenceNumber('H'), at: now.toISOString() };
  for (const contact of contactsOf(interest)) await countCall(deps.db, perContact, contact, now);

  return inTransaction(deps.db, async (trx) => {
    // The second of two concurrent requests with the same key waits here for the commit of the first request, and then
    // finds the first request's row.
    const claimed = await trx
      .insertInto('host_requests')
      .values({ key, request_hash: requestHash, interest_id: null, created_at: now })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!claimed) {
      const first = await answeredBefore(trx, key, requestHash);
      if (!first) throw new ProblemError('requestInProgress');
      return first;
    }
    const { id, reference } = await insertOrChange(trx, interest, now);
    await trx
      .updateTable('host_requests')
      .set({ interest_id: id })
      .where('key', '=', key)
      .execute();
    return { reference, at: now.toISOString() };
  });
}

async function answeredBefore(
  db: Needed['db'] | Trx,
  key: string,
  requestHash: string,
): Promise<HostInterestTaken | null> {
  const first = await db
    .selectFrom('host_requests')
    .innerJoin('host_interests', 'host_interests.id', 'interest_id')
    .select(['request_hash', 'host_requests.created_at', 'reference'])
    .where('key', '=', key)
    .executeTakeFirst();
  if (!first) return null;
  if (first.request_hash !== requestHash) throw new ProblemError('idempotencyKeyReused');
  return { reference: first.reference, at: first.created_at.toISOString() };
}

function cleaned(sent: HostInterest): HostInterest {
  const interest = {
    ...sent,
    business: cleanLine(sent.business),
    address: cleanLine(sent.address),
    contactName: cleanLine(sent.contactName),
    message: cleanLines(sent.message),
  };
  const wrong = [
    ...(interest.business === '' ? ['body.business'] : []),
    ...(interest.contactName === '' ? ['body.contactName'] : []),
    ...(interest.place === null && interest.address === '' ? ['body.address'] : []),
    ...(interest.phone !== null && !isDialable(interest.phone) ? ['body.phone'] : []),
  ];
  if (wrong.length > 0) throw new ProblemError('invalidInput', { fields: wrong });
  return interest;
}

const contactsOf = ({ phone, email }: HostInterest): string[] =>
  [phone, email].filter((contact) => contact !== null).toSorted();

/**
 * Inserts the request. If the same person already sent a request within a day and support has not answered it, the
 * function changes this earlier request instead.
 */
async function insertOrChange(
  trx: Trx,
  interest: HostInterest,
  now: Date,
): Promise<{ id: string; reference: string }> {
  const { phone, email, place, address, message } = interest;
  // The contacts are sorted, so that all requests lock them in the same order and do not deadlock.
  for (const contact of contactsOf(interest)) {
    await lockText(trx, 'hostContact', contact);
  }
  const earlier = await trx
    .selectFrom('host_interests')
    .select(['id', 'reference'])
    .where((of) =>
      of.or([
        ...(phone === null ? [] : [of('phone', '=', phone)]),
        ...(email === null ? [] : [of('email', '=', email)]),
      ]),
    )
    // If one contact is equal but the other differs, another person may have sent the request.
    .$if(phone !== null, (query) =>
      query.where((of) => of.or([of('phone', 'is', null), of('phone', '=', phone)])),
    )
    .$if(email !== null, (query) =>
      query.where((of) => of.or([of('email', 'is', null), of('email', '=', email)])),
    )
    .where('created_at', '>', addMs(now, -mergedWithinMs))
    .where('done_at', 'is', null)
    .orderBy('created_at', 'desc')
    .forUpdate()
    .executeTakeFirst();
  const always = {
    business: interest.business,
    venue: interest.venue,
    contact_name: interest.contactName,
    language: interest.language,
    updated_at: now,
  };
  if (earlier) {
    await trx
      .updateTable('host_interests')
      .set({
        ...always,
        // A field that is missing in the new request keeps its value.
        ...(place && { lat: place.lat, lng: place.lng }),
        ...(address !== '' && { address }),
        ...(phone !== null && { phone }),
        ...(email !== null && { email }),
        ...(message !== '' && { message }),
      })
      .where('id', '=', earlier.id)
      .execute();
    return earlier;
  }
  const entered = { id: randomUUID(), reference: makeReferenceNumber('H') };
  await trx
    .insertInto('host_interests')
    .values({
      ...always,
      ...entered,
      lat: place?.lat ?? null,
      lng: place?.lng ?? null,
      address,
      phone,
      email,
      message,
      created_at: now,
      done_at: null,
    })
    .execute();
  return entered;
}
