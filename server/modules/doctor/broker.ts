import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import mqtt, { type IClientOptions } from 'mqtt';
import type { Finding } from '../../../contract/operators/doctor.ts';
import { systemClock } from '../../clock.ts';
import type { Settings } from '../../settings/settings.ts';
import { addMs } from '../../unitOfWork.ts';
import { answerWithinMs, broken, hostOf, ok, reasonOf, warning } from './finding.ts';

const check = 'broker';
const noCabinets = 'No cabinet can lend or take a charger.';

export async function checkBroker(settings: Settings): Promise<Finding> {
  const { mqttUrl, mqttTls } = settings;
  if (mqttUrl === null) {
    return mqttTls === null
      ? settings.sandbox
        ? ok(check, 'The embedded broker serves the cabinets of the sandbox.')
        : warning(
            check,
            'The embedded broker listens only on this machine.',
            'Cabinets elsewhere cannot connect. Set MQTT_TLS_PORT, or MQTT_URL.',
          )
      : checkCertificate(mqttTls.certificateFile);
  }
  const host = hostOf(mqttUrl);
  const reason = await connectTo(mqttUrl, {});
  if (reason !== null) return broken(check, `${host}: ${reason}.`, noCabinets);
  const { protocol } = new URL(mqttUrl);
  const nobody = `${protocol}//${host}`;
  if ((await connectTo(nobody, {})) === null) {
    return broken(
      check,
      `${host} accepts connections without a password.`,
      'Anybody can act as a cabinet: end rentals, and read the commands of others.',
    );
  }
  return ok(check, `${host} accepts the server, lets it read the events, and refuses strangers.`);
}

/** Connects and subscribes as the server does. @returns why it failed; null if it did not. */
async function connectTo(url: string, options: IClientOptions): Promise<string | null> {
  try {
    const client = await mqtt.connectAsync(
      url,
      { connectTimeout: answerWithinMs, reconnectPeriod: 0, protocolVersion: 5, ...options },
      false,
    );
    try {
      const grants = await client.subscribeAsync('cabinets/+/events', { qos: 1 });
      return grants.every(({ qos }) => qos < 128) ? null : 'the access list hides the events';
    } finally {
      await client.endAsync(true);
    }
  } catch (error) {
    return refusalOf(error) ?? reasonOf(error);
  }
}

/** The reason codes of MQTT 5 and 3.1.1 for a wrong password. */
const refusals = new Set<unknown>([4, 5, 134, 135]);

function refusalOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && refusals.has(error.code)
    ? 'the user or the password is refused'
    : null;
}

const soonMs = 14 * 24 * 60 * 60_000;

async function checkCertificate(file: string): Promise<Finding> {
  try {
    const { validTo } = new X509Certificate(await readFile(file));
    const ends = new Date(validTo);
    const words = `The certificate of the embedded broker ends on ${ends.toISOString().slice(0, 10)}.`;
    const now = systemClock.now();
    if (ends <= now) return broken(check, words, 'Cabinets refuse to connect.');
    if (ends <= addMs(now, soonMs)) return warning(check, words, 'Renew it before that day.');
    return ok(check, words);
  } catch (error) {
    return broken(check, `MQTT_TLS_CERT cannot be read: ${reasonOf(error)}.`, noCabinets);
  }
}
