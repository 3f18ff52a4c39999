import { Navigate, useSearchParams } from 'react-router-dom';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { usePaneRoom } from '../../lib/device/usePaneRoom.ts';
import { useLeftPane } from './leftPane.ts';
import { OrderReceiptView } from './OrderReceiptView.tsx';

export function OrderReceiptPage() {
  const [query] = useSearchParams();
  const orderId = query.get('orderId');
  const hasRoom = usePaneRoom();
  const wasBeside = useLeftPane();
  if (orderId === null) return <Navigate to="/history" replace />;
  // If the window has become wide again, for example on a turned tablet, show the two panes again.
  if (hasRoom && wasBeside) return <Navigate to={`/history?orderId=${orderId}`} replace />;
  return (
    <SignedInOnly guests>
      <OrderReceiptView orderId={orderId} />
    </SignedInOnly>
  );
}
