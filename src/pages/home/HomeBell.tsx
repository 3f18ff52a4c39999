import { BellIcon } from '../../features/stations/icons.tsx';
import { UnreadBell, useUnreadCount, useUnreadName } from '../../features/notifications/Unread.tsx';
import { Link } from '../../ui/link/Link.tsx';

/** The link from the map to the notifications, with a dot while one is unread. */
export function HomeBell() {
  const unread = useUnreadCount(true);
  return (
    <Link className="home-round" to="/notification" aria-label={useUnreadName(unread)}>
      <UnreadBell count={unread}>
        <BellIcon />
      </UnreadBell>
    </Link>
  );
}
