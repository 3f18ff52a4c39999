import type { UnitOfWork } from '../../../db/unitOfWork.ts';
import { openCaseAgain } from '../../support/cases.ts';
import { setCharger } from '../slots.ts';
import { noteInSession, sessionAt } from './fieldSessions.ts';
import { registerInSlot } from './registerChargers.ts';

/**
 * Updates a charger that has no rental, and that a cabinet reports in one of its slots. During a
 * field session, an unregistered charger joins the stock. Outside of a field session, an
 * unregistered charger is quarantined, and support gets a case, unless `acceptsUnknown` is true. A
 * charger that is held back stays held back.
 *
 * @param acceptsUnknown whether new serial numbers join the stock even without a field session.
 * Without a field session, a charger that is already quarantined stays quarantined.
 */
export async function takeCharger(
  work: UnitOfWork,
  stationId: string,
  { charger, slot }: { charger: string; slot: number },
  acceptsUnknown: boolean,
): Promise<void> {
  const known = await work.trx
    .selectFrom('chargers')
    .select(['state', 'registered_at'])
    .where('serial', '=', charger)
    .executeTakeFirst();
  if (known?.state === 'docked') return;
  const session = await sessionAt(work, stationId);
  if (session) await noteInSession(work, session, { charger, direction: 'in', slot });
  const isUnknown = !known || (known.state === 'quarantined' && known.registered_at === null);
  if (isUnknown && session) return registerInSlot(work, charger);
  if (known?.state === 'quarantined') return;
  if (known || acceptsUnknown) return setCharger(work, charger, 'docked');
  await setCharger(work, charger, 'quarantined');
  return openCaseAgain(work, {
    kind: 'unknownCharger',
    key: `${stationId}:${charger}`,
    stationId,
    details: { charger, slot },
  });
}
