import { Navigate } from 'react-router-dom';

/** An address without a valid station leads to the field where the id can be corrected. */
export function WrongStation({ typed }: { typed: string }) {
  const query = new URLSearchParams({ equip_id: typed, invalid: '1' });
  return <Navigate to={`/home/scan?${query.toString()}`} replace />;
}
