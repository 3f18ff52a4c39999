import {
  BadgePercent,
  Bell,
  CircleHelp,
  CreditCard,
  Dices,
  Gift,
  History,
  House,
  ScanLine,
  Search,
  Settings,
  Store,
  Tickets,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type menu from '../../../locales/en/menu.json';

/**
 * The keys of the strings in the rows. `install` is missing, because its row has a separate
 * component with several strings.
 */
type Key = Exclude<keyof typeof menu, 'install'>;

export interface Destination {
  to: string;
  icon: ReactNode;
  label: Key;
  /** True if the row shows the number of unread notifications. */
  countsUnread?: true;
  /** True if the destination is visible only while a raffle runs. */
  isLottery?: true;
}

/** The destinations of the menu, in the order of the rows. */
export const menuDestinations: readonly (Destination & { detail: Key })[] = [
  { to: '/payment', icon: <CreditCard />, label: 'payment', detail: 'paymentDetail' },
  { to: '/history', icon: <History />, label: 'history', detail: 'historyDetail' },
  { to: '/getFree', icon: <Gift />, label: 'getFree', detail: 'getFreeDetail' },
  {
    to: '/new-user-promo',
    icon: <BadgePercent />,
    label: 'offers',
    detail: 'offersDetail',
  },
  { to: '/raffle', icon: <Dices />, label: 'raffle', detail: 'raffleDetail', isLottery: true },
  { to: '/coupon', icon: <Tickets />, label: 'coupons', detail: 'couponsDetail' },
  {
    to: '/notification',
    icon: <Bell />,
    label: 'notification',
    detail: 'notificationDetail',
    countsUnread: true,
  },
  { to: '/help', icon: <CircleHelp />, label: 'help', detail: 'helpDetail' },
  { to: '/gogoHost', icon: <Store />, label: 'host', detail: 'hostDetail' },
  { to: '/setting', icon: <Settings />, label: 'settings', detail: 'settingsDetail' },
];

/**
 * The destinations of the rail. They include the links of home, because home is not always visible
 * next to the rail.
 */
export const railDestinations: readonly Destination[] = [
  { to: '/home', icon: <House />, label: 'home' },
  { to: '/search', icon: <Search />, label: 'search' },
  { to: '/home/scan', icon: <ScanLine />, label: 'scan' },
  ...menuDestinations,
];
