import { roundLink } from '../../../contract/rules/firstScreen/home.ts';
import { bellIcon } from '../../../contract/rules/firstScreen/icons.ts';
import { UnreadBell, useUnreadCount, useUnreadName } from '../../features/notifications/Unread.tsx';
import { element } from '../../ui/link/element.ts';

/**
 * The link from the map to the notifications. A dot on the link shows that a notification is
 * unread.
 */
export function HomeBell() {
  const unread = useUnreadCount(true);
  const name = useUnreadName(unread);
  return roundLink(
    element,
    '/notification',
    name,
    <UnreadBell count={unread}>{bellIcon(element)}</UnreadBell>,
  );
}
