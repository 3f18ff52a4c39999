import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { CouponList } from '../../features/coupons/CouponList.tsx';

export function CouponPage() {
  return (
    <SignedInOnly>
      <CouponList />
    </SignedInOnly>
  );
}
