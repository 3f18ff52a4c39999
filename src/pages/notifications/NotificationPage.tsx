import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { NotificationList } from '../../features/notifications/NotificationList.tsx';

export function NotificationPage() {
  return (
    <SignedInOnly>
      <NotificationList />
    </SignedInOnly>
  );
}
