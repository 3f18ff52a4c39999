import { Navigate } from 'react-router-dom';
import { bankReturn } from '../../features/rental/bankReturn.ts';

/**
 * Where a bank's page leads back to. What its address says is not believed: the page that goes on asks
 * the server, which asks the provider.
 */
export function BankReturnPage() {
  return <Navigate to={bankReturn()} replace />;
}
