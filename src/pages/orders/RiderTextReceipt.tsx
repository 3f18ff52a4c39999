import { useGetMeQuery } from '../../features/auth/authApi.ts';
import { TextReceipt } from '../../features/notifications/TextReceipt.tsx';
import { GuestReceipt } from './GuestReceipt.tsx';

/** Offers the receipt by text message to riders with a phone number. Offers guests the login with a phone number. */
export function RiderTextReceipt() {
  const { data: me } = useGetMeQuery();
  return me?.phone ? <TextReceipt /> : <GuestReceipt />;
}
