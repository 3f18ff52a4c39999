import path from 'node:path';
import type { Finding } from '../../../contract/operators/doctor.ts';
import type { Dependencies } from '../../dependencies.ts';
import { checkBroker } from './broker.ts';
import { broken, reasonOf } from './finding.ts';
import { checkLegalTexts } from './legalTexts.ts';
import {
  checkAddress,
  checkAddressData,
  checkClock,
  checkDatabase,
  checkDisk,
  checkSandbox,
} from './machine.ts';
import { checkNetwork } from './network.ts';
import {
  checkCardForms,
  checkCodes,
  checkGeocoder,
  checkMail,
  checkMap,
  checkOperatorSignIn,
  checkPayments,
  checkPaymentWebhook,
  checkPush,
  checkTexts,
} from './providers.ts';

/**
 * Runs all checks concurrently. If a check throws an error, the result contains a finding about the error.
 *
 * @param forwarded whether the call of the doctor came through a proxy.
 */
export async function examine(
  { db, settings }: Pick<Dependencies, 'db' | 'settings'>,
  forwarded: boolean,
): Promise<Finding[]> {
  const checks: Record<string, () => Promise<Finding | Finding[]>> = {
    database: () => checkDatabase(db, settings),
    'public address': () => checkAddress(settings, forwarded),
    clock: () => checkClock(db, settings),
    disk: () =>
      checkDisk({ DATA_DIR: path.resolve(settings.dataDir), BUILDS_DIR: settings.buildsDir }),
    sandbox: () => checkSandbox(settings),
    payments: () => checkPayments(settings),
    'card forms': () => checkCardForms(settings),
    'payment webhook': () => checkPaymentWebhook(settings),
    'login codes': () => checkCodes(settings),
    'text messages': () => checkTexts(settings),
    'e-mail': () => checkMail(settings),
    'sign-in of operators': () => checkOperatorSignIn(settings),
    'push messages': () => checkPush(settings),
    broker: () => checkBroker(settings),
    map: () => checkMap(settings),
    'search for places': () => checkGeocoder(settings),
    'data of addresses': () => checkAddressData(settings),
    'legal texts': async () => checkLegalTexts(),
    network: () => checkNetwork(db),
  };
  const found = await Promise.all(
    Object.entries(checks).map(([name, check]) =>
      check().catch((error: unknown) =>
        broken(name, `The check failed: ${reasonOf(error)}.`, 'This part cannot be reached.'),
      ),
    ),
  );
  return found.flat();
}
