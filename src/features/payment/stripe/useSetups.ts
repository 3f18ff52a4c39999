import type { BeginSetup, PaymentSetup } from '../../../../contract/payment.ts';
import { useBeginSetupMutation } from '../paymentApi.ts';

/** Creates a setup of a kind on the server; null if that fails. */
export function useSetups(): (kind: BeginSetup['kind']) => Promise<PaymentSetup | null> {
  const [beginSetup] = useBeginSetupMutation();
  return async (kind) => (await beginSetup({ kind })).data ?? null;
}
