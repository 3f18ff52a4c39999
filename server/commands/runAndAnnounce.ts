import { Changes } from '../changes/changes.ts';
import { ChangesRelay } from '../changes/changesRelay.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { createLogger } from '../log/logger.ts';
import { Outbox } from '../outbox/outbox.ts';
import type { Settings } from '../settings/settings.ts';
import { transact, type UnitOfWork } from '../unitOfWork.ts';

interface Needed {
  settings: Pick<Settings, 'databaseUrl'>;
  clock: Clock;
}

/**
 * Runs an operator's action on a rider's data. It announces the change to the running server, because
 * the rider may be looking at the data.
 */
export async function runAndAnnounce<T>(
  db: Db,
  { settings, clock }: Needed,
  run: (work: UnitOfWork) => Promise<T>,
): Promise<T> {
  const log = createLogger('silent');
  const changes = new Changes();
  const outbox = new Outbox({ db, clock, log });
  const relay = settings.databaseUrl
    ? new ChangesRelay({ db, changes, log }, settings.databaseUrl)
    : null;
  try {
    return await transact({ db, clock, log, changes, outbox }, run);
  } finally {
    await relay?.stop();
  }
}
