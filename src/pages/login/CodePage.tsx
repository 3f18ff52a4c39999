import { useSelector } from 'react-redux';
import { Navigate, useNavigate } from 'react-router-dom';
import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { CodeForm } from '../../features/auth/phone/CodeForm.tsx';
import { LeaveLogin } from '../../features/auth/LeaveLogin.tsx';
import { selectLogin } from '../../features/auth/loginSlice.ts';
import { useLoginDepth, useNext, withNext } from '../../features/auth/returnPath.ts';
import { InviteAtLogin } from '../../features/referral/InviteAtLogin.tsx';

/** The page on which the user enters the code from the text message. */
export function CodePage() {
  const navigate = useNavigate();
  const next = useNext();
  const depth = useLoginDepth();
  const { pending } = useSelector(selectLogin);
  const phonePath = withNext('/login/loginWithPhone', next);
  if (useSelector(selectIsSignedIn)) return <LeaveLogin />;
  if (pending === null) return <Navigate to={phonePath} replace />;

  return (
    <CodeForm
      pending={pending}
      next={next}
      invite={<InviteAtLogin />}
      onChangeNumber={() =>
        void (depth > 0 ? navigate(-1) : navigate(phonePath, { replace: true }))
      }
    />
  );
}
