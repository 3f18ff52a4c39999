import { useGetMeQuery } from '../../features/auth/authApi.ts';
import { TextReceipt } from '../../features/notifications/TextReceipt.tsx';

/** Nobody is texted without a number. */
export function RiderTextReceipt() {
  const { data: me } = useGetMeQuery();
  return me?.phone ? <TextReceipt /> : null;
}
