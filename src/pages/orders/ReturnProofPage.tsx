import { Navigate, useSearchParams } from 'react-router-dom';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { ProofScreen } from '../../features/documents/ProofScreen.tsx';

/** The page with the signed proof of a return. The receipt links to it. */
export function ReturnProofPage() {
  const [query] = useSearchParams();
  const orderId = query.get('orderId');
  if (orderId === null) return <Navigate to="/history" replace />;
  return (
    <SignedInOnly>
      <ProofScreen orderId={orderId} />
    </SignedInOnly>
  );
}
