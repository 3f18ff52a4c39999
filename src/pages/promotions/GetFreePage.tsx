import { useSelector } from 'react-redux';
import { selectIsSignedIn, selectUserDetail } from '../../features/auth/clientUserSlice.ts';
import { withNext } from '../../features/auth/returnPath.ts';
import { GetFree } from '../../features/referral/GetFree.tsx';
import { GuestPitch } from '../../features/referral/GuestPitch.tsx';

export function GetFreePage() {
  const signedIn = useSelector(selectIsSignedIn);
  const me = useSelector(selectUserDetail);
  if (!signedIn) return <GuestPitch loginPath={withNext('/login', '/getFree')} />;
  return <GetFree ownCode={me?.inviteCode ?? null} />;
}
