import { Navigate, useSearchParams } from 'react-router-dom';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { OrderReceiptView } from './OrderReceiptView.tsx';

export function OrderReceiptPage() {
  const [query] = useSearchParams();
  const orderId = query.get('orderId');
  if (orderId === null) return <Navigate to="/history" replace />;
  return (
    <SignedInOnly>
      <OrderReceiptView orderId={orderId} />
    </SignedInOnly>
  );
}
