import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { LeaveLogin } from '../../features/auth/LeaveLogin.tsx';
import { useLoginDepth, useNext, withNext } from '../../features/auth/returnPath.ts';
import { PhoneForm } from '../../features/auth/phone/PhoneForm.tsx';
import { InviteAtLogin } from '../../features/referral/InviteAtLogin.tsx';
import { useIsMounted } from '../../lib/page/useIsMounted.ts';

/** The page on which the user enters the phone number. */
export function LoginWithPhonePage() {
  const navigate = useNavigate();
  const next = useNext();
  const depth = useLoginDepth();
  const stillHere = useIsMounted();
  if (useSelector(selectIsSignedIn)) return <LeaveLogin />;

  return (
    <PhoneForm
      next={next}
      countryPath={withNext('/countryCode', next)}
      invite={<InviteAtLogin />}
      onSent={() => {
        if (!stillHere()) return;
        void navigate(withNext('/loginWithPhone/phone/code', next), {
          state: { loginDepth: depth + 1 },
        });
      }}
    />
  );
}
