import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Finding } from '../../../contract/operators/doctor.ts';
import { systemClock } from '../../time/clock.ts';
import { tryBroker } from '../../gateway/tryBroker.ts';
import type { Settings } from '../../settings/settings.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { answerWithinMs, broken, hostOf, ok, reasonOf, warning } from './finding.ts';

const check = 'broker';
const noCabinets = 'Riders cannot take or return chargers.';

export async function checkBroker(settings: Settings): Promise<Finding> {
  const { mqttUrl, mqttTls } = settings;
  if (mqttUrl === null) {
    return mqttTls === null
      ? settings.sandbox
        ? ok(check, 'The embedded broker serves the cabinets of the sandbox.')
        : warning(
            check,
            'The embedded broker listens only on this machine.',
            'Cabinets cannot connect from other machines. Set MQTT_TLS_PORT or MQTT_URL.',
          )
      : checkCertificate(mqttTls.certificateFile);
  }
  const host = hostOf(mqttUrl);
  const reason = await failureAt(mqttUrl);
  if (reason !== null) return broken(check, `${host}: ${reason}.`, noCabinets);
  const asNobody = new URL(mqttUrl);
  asNobody.username = '';
  asNobody.password = '';
  const refused = await tryBroker(asNobody.href, answerWithinMs).catch(() => 'unknown' as const);
  switch (refused) {
    case 'login':
      return ok(
        check,
        `${host} lets the server sign in and read the events, and refuses connections without a password.`,
      );
    case 'unknown':
      return warning(
        check,
        `${host} accepts the server. The check without a password got no answer.`,
        'Check by hand that nobody can connect without a password.',
      );
    default:
      return broken(
        check,
        `${host} accepts connections without a password.`,
        'Anybody can end rentals, and read the commands to cabinets.',
      );
  }
}

/** Why the server cannot use a broker, in words; null if it can. */
async function failureAt(url: string): Promise<string | null> {
  try {
    const refused = await tryBroker(url, answerWithinMs);
    return refused === null ? null : wordsOf[refused];
  } catch (error) {
    return reasonOf(error);
  }
}

const wordsOf = {
  login: 'it refuses the user or the password of MQTT_URL',
  events: 'its access list does not let the server read the events of cabinets',
};

const soonMs = 14 * 24 * 60 * 60_000;

async function checkCertificate(file: string): Promise<Finding> {
  try {
    const { validTo } = new X509Certificate(await readFile(file));
    const ends = new Date(validTo);
    const words = `The certificate of the embedded broker is valid until ${ends.toISOString().slice(0, 10)}.`;
    const now = systemClock.now();
    if (ends <= now) return broken(check, words, 'Cabinets do not connect. Renew the certificate.');
    if (ends <= addMs(now, soonMs))
      return warning(check, words, 'Renew the certificate before that day.');
    return ok(check, words);
  } catch (error) {
    return broken(check, `The server cannot read MQTT_TLS_CERT: ${reasonOf(error)}.`, noCabinets);
  }
}
