import { Navigate } from 'react-router-dom';
import { bankReturn } from '../../features/rental/bankReturn.ts';

/**
 * The page to which the bank redirects. Its address is not trusted: the next page asks the server,
 * and the server asks the provider.
 */
export function BankReturnPage() {
  return <Navigate to={bankReturn()} replace />;
}
