import { Navigate } from 'react-router-dom';
import { bankReturn } from '../../features/rental/bankReturn.ts';

/**
 * The page to which the bank redirects the browser. The address is not trusted: the next page
 * requests the result from the server, and the server requests it from the provider.
 */
export function BankReturnPage() {
  return <Navigate to={bankReturn()} replace />;
}
