import { Navigate, useSearchParams } from 'react-router-dom';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { NotificationDetail } from '../../features/notifications/NotificationDetail.tsx';

export function NotificationDetailPage() {
  const [query] = useSearchParams();
  const id = query.get('id');
  if (id === null) return <Navigate to="/notification" replace />;
  return (
    <SignedInOnly>
      <NotificationDetail key={id} id={id} />
    </SignedInOnly>
  );
}
