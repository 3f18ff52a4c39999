import { Navigate } from 'react-router-dom';

/** An address that names no station of ours leads to the field where its ID can be mended. */
export function WrongStation({ typed }: { typed: string }) {
  const query = new URLSearchParams({ equip_id: typed, invalid: '1' });
  return <Navigate to={`/home/scan?${query.toString()}`} replace />;
}
