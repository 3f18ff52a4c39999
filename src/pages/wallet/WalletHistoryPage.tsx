import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { WalletHistory } from '../../features/wallet/WalletHistory.tsx';

export function WalletHistoryPage() {
  return (
    <SignedInOnly>
      <WalletHistory />
    </SignedInOnly>
  );
}
