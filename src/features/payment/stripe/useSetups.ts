import type { BeginSetup, PaymentSetup } from '../../../../contract/payment.ts';
import { useBeginSetupMutation } from '../paymentApi.ts';

/** Asks the server for a setup of a kind; null where it has none to give. */
export function useSetups(): (kind: BeginSetup['kind']) => Promise<PaymentSetup | null> {
  const [beginSetup] = useBeginSetupMutation();
  return async (kind) => (await beginSetup({ kind })).data ?? null;
}
