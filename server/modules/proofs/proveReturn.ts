import { sign } from 'node:crypto';
import type { ReturnFacts, ReturnProof } from '../../../contract/proofs.ts';
import type { Db } from '../../db/database.ts';
import { ProblemError } from '../../http/problem.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { cabinetEventOf } from '../cabinets/cabinetEvents.ts';
import { rentalForEvidence } from '../rentalRecords/rentalQueries.ts';
import { stationNames } from '../stations/stationQueries.ts';
import { canonicalJson } from '../../text/canonicalJson.ts';
import { signingKey } from './proofKeys.ts';

/**
 * Signs the facts about a return.
 *
 * @throws {ProblemError} orderNotFound, also if the order belongs to another rider; notFound if no cabinet has reported
 * the return.
 */
export async function proveReturn(
  work: UnitOfWork,
  userId: string,
  orderId: string,
): Promise<ReturnProof> {
  const payload = canonicalJson(await factsOf(work.trx, userId, orderId));
  const { id, privateKey } = await signingKey(work);
  const signature = sign(null, Buffer.from(payload, 'utf8'), privateKey).toString('base64');
  return { algorithm: 'Ed25519', key: id, payload, signature };
}

async function factsOf(db: Db, userId: string, orderId: string): Promise<ReturnFacts> {
  const rental = await rentalForEvidence(db, orderId);
  if (rental?.user_id !== userId) throw new ProblemError('orderNotFound');
  const { returned_at: returnedAt, return_slot: slot, return_station_id: stationId } = rental;
  if (!returnedAt || slot === null || stationId === null) throw new ProblemError('notFound');
  const station = await stationNames(db).where('id', '=', stationId).executeTakeFirstOrThrow();
  const { return_boot_id: bootId, return_seq: seq } = rental;
  const isKnown = bootId !== null && seq !== null;
  const event = isKnown
    ? await cabinetEventOf(db, { stationId, bootId, seq, charger: rental.charger })
    : null;
  return {
    version: 1,
    order: rental.number,
    charger: rental.charger,
    station: { id: stationId, name: station.name },
    slot,
    event: isKnown ? { boot: bootId, number: seq } : null,
    returnedAt: returnedAt.toISOString(),
    cabinetAt: event?.cabinet_at?.toISOString() ?? null,
    receivedAt: event?.received_at.toISOString() ?? null,
  };
}
