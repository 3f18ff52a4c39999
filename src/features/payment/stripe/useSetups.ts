import { use } from 'react';
import type { BeginSetup, PaymentSetup } from '../../../../contract/payment.ts';
import { BeforePayment } from '../beforePayment.ts';
import { useBeginSetupMutation } from '../paymentApi.ts';

/**
 * Returns a function that creates a setup of a kind on the server. The function resolves to null if the
 * server creates none, or opens no session for a guest.
 */
export function useSetups(): (kind: BeginSetup['kind']) => Promise<PaymentSetup | null> {
  const [beginSetup] = useBeginSetupMutation();
  const openSession = use(BeforePayment);
  return async (kind) => {
    if ((await openSession()) !== null) return null;
    return (await beginSetup({ kind })).data ?? null;
  };
}
