import type { Notification, NotificationSettings } from '../../contract/notifications.ts';
import { ago, usd } from './orders.ts';
import { station } from './rider.ts';

/** The notification settings of a rider who has changed nothing. */
export const notificationSettings: NotificationSettings = {
  push: {
    rental: true,
    money: true,
    reminders: true,
    availability: true,
    rewards: true,
    news: false,
  },
  quietHours: null,
  showDetails: false,
  receiptBy: 'none',
};

let made = 0;

/**
 * Creates an unread notification about a return one minute ago. `changes` has the values that the
 * test needs.
 */
export function makeNotification(changes: Partial<Notification> = {}): Notification {
  made += 1;
  return {
    id: `0b7f8f5e-6a0e-4c53-9d8a-${String(made).padStart(12, '0')}`,
    kind: 'returned',
    createdAt: ago(1),
    readAt: null,
    order: { id: '5e0c1c2a-5d35-4f9e-9a57-0d4d0f1a0001', number: 'R-7K3M-92QF' },
    station: { id: station.id, name: station.name },
    slot: 4,
    amount: usd(300),
    bonus: null,
    dueAt: null,
    wants: null,
    outcome: null,
    news: null,
    ...changes,
  };
}
