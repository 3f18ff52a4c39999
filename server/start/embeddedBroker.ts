import type { Dependencies } from '../dependencies.ts';
import { startBroker, type Broker } from '../gateway/broker.ts';
import { findSecretHashes } from '../modules/stations/cabinetSecrets.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * How often the broker checks the secrets of the connected cabinets. If another process replaces a
 * secret, the broker closes the connection with the old secret at most this time after the old
 * secret has expired.
 */
const recheckEveryMs = 30_000;

type Needed = Pick<Dependencies, 'db' | 'clock' | 'log' | 'changes'>;

/**
 * Starts the embedded broker with the secrets in the database. It closes the connection of a cabinet when the secret of
 * the connection is no longer valid: at once after a change in this process, otherwise within half a minute.
 */
export async function startEmbeddedBroker(
  { db, clock, log, changes }: Needed,
  { mqttPort: port, mqttTls: tls }: Pick<Settings, 'mqttPort' | 'mqttTls'>,
): Promise<Broker> {
  const broker = await startBroker({
    port,
    tls,
    log,
    secretHashesOf: (stationIds) => findSecretHashes(db, stationIds, clock.now()),
  });
  const recheck = () =>
    broker
      .recheck()
      .catch((error: unknown) =>
        log.error({ err: error }, 'the secrets of the connected cabinets were not checked'),
      );
  const onSecret = () => void recheck();
  changes.on('secret', onSecret);
  const timer = setInterval(onSecret, recheckEveryMs);
  timer.unref();
  return {
    ...broker,
    async close() {
      clearInterval(timer);
      changes.off('secret', onSecret);
      await broker.close();
    },
  };
}
