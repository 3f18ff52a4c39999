import { useGetMeQuery } from '../../features/auth/authApi.ts';
import { TextReceipt } from '../../features/notifications/TextReceipt.tsx';

/** Without a phone number no text message can be sent. */
export function RiderTextReceipt() {
  const { data: me } = useGetMeQuery();
  return me?.phone ? <TextReceipt /> : null;
}
