import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { OrdersExport } from '../../features/documents/OrdersExport.tsx';

export function OrdersExportPage() {
  return (
    <SignedInOnly>
      <OrdersExport />
    </SignedInOnly>
  );
}
