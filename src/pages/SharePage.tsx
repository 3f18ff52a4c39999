import { useSearchParams } from 'react-router-dom';
import { SignedInOnly } from '../features/auth/SignedInOnly.tsx';
import { FriendCode } from '../features/referral/FriendCode.tsx';
import { RedeemForm } from '../features/coupons/RedeemForm.tsx';

/** Where a coupon's code is redeemed, and a friend's entered; a link may bring it as `?code=`. */
export function SharePage() {
  const [query] = useSearchParams();
  return (
    <SignedInOnly>
      <RedeemForm prefilled={query.get('code') ?? ''}>
        <FriendCode prefilled={query.get('invite') ?? ''} />
      </RedeemForm>
    </SignedInOnly>
  );
}
