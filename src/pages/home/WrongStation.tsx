import { Navigate } from 'react-router-dom';

/**
 * Redirects from an address without a valid station to the page in which the user can correct the
 * id.
 */
export function WrongStation({ typed }: { typed: string }) {
  const query = new URLSearchParams({ equip_id: typed, invalid: '1' });
  return <Navigate to={`/home/scan?${query.toString()}`} replace />;
}
