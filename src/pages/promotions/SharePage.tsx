import { useSearchParams } from 'react-router-dom';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { FriendCode } from '../../features/referral/FriendCode.tsx';
import { useFriendCode } from '../../features/referral/useFriendCode.ts';
import { RedeemForm } from '../../features/coupons/RedeemForm.tsx';

/**
 * The page on which the rider redeems a coupon or a friend's code. `?code=` in a link fills in the
 * coupon code, and `?invite=` fills in the friend's code.
 */
export function SharePage() {
  return (
    <SignedInOnly>
      <Codes />
    </SignedInOnly>
  );
}

function Codes() {
  const [query] = useSearchParams();
  const { tryCode, ...friendCode } = useFriendCode();
  return (
    <RedeemForm prefilled={query.get('code') ?? ''} tryOtherCode={tryCode}>
      <FriendCode prefilled={query.get('invite') ?? ''} {...friendCode} />
    </RedeemForm>
  );
}
