import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { retryAt } from '../../outbox/outbox.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { cabinetLinks } from '../stations/stationQueries.ts';
import { cabinetTime } from './contact.ts';

const inventoryJob = 'cabinet.inventory';
const InventoryPayload = z.object({ stationId: z.string(), commandId: z.string() });
const inventoryLifeMs = 60_000;
const inventoryTries = 8;

/**
 * Requests the inventory of a cabinet. The key of the job consists of the station and `reason`, so a second call for
 * the station with the same reason sends nothing.
 */
export async function requestInventory(
  work: UnitOfWork,
  stationId: string,
  reason: string,
  runAt?: Date,
): Promise<void> {
  const commandId = `inventory:${reason}`;
  const payload: z.infer<typeof InventoryPayload> = { stationId, commandId };
  await work.enqueue({
    kind: inventoryJob,
    key: `${stationId}:${commandId}`,
    payload,
    ...(runAt ? { runAt } : {}),
  });
}

/** The length of the rounds in which `requestInventorySoon` sends its commands, in milliseconds. */
const soonMs = 5000;

/**
 * Requests the inventory of a cabinet at the end of the round that contains `notBefore`. All calls for the same round
 * cause one command.
 */
export function requestInventorySoon(
  work: UnitOfWork,
  stationId: string,
  notBefore: Date = work.now,
): Promise<void> {
  const round = Math.floor(notBefore.getTime() / soonMs) + 1;
  return requestInventory(work, stationId, `soon:${round}`, new Date(round * soonMs));
}

export function registerCabinetJobs(deps: Dependencies): void {
  const { clock, gateway, log } = deps;
  deps.outbox.handle(inventoryJob, async (payload, job) => {
    const { stationId, commandId } = InventoryPayload.parse(payload);
    const station = await cabinetLinks(deps.db).where('id', '=', stationId).executeTakeFirst();
    if (!station) return;
    const expiresAt = cabinetTime(station, addMs(clock.now(), inventoryLifeMs)).toISOString();
    try {
      await gateway.send(stationId, { id: commandId, type: 'inventory', expiresAt });
    } catch (error) {
      // After `inventoryTries` failures, the job gives up, because the server requests another inventory when the
      // cabinet connects again.
      if (job.attempts >= inventoryTries) {
        log.warn(
          { err: error, stationId, command: commandId },
          'the cabinet could not be asked for its inventory',
        );
        return;
      }
      return { againAt: retryAt(clock, job.attempts) };
    }
  });
}
