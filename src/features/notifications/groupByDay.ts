import type { Notification } from '../../../contract/notifications.ts';

export interface DayGroup {
  /**
   * The number of days before today. It is also 0 for a time in the future, because the clock of the device
   * may be wrong.
   */
  daysAgo: number;
  day: { year: number; month: number; day: number };
  notifications: Notification[];
}

const startOfDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate());

/**
 * Groups notifications by day in the device's time zone. Keeps the order of the server's answer,
 * which is newest first. Each notification occurs only once.
 */
export function groupByDay(notifications: readonly Notification[], now: number): DayGroup[] {
  const groups = new Map<number, DayGroup>();
  const seen = new Set<string>();
  const today = startOfDay(new Date(now));
  for (const notification of notifications) {
    // Skip a repeated notification. A live event adds a notification to the first page, even if a later page contains
    // this notification.
    if (seen.has(notification.id)) continue;
    seen.add(notification.id);
    const at = new Date(Math.min(Date.parse(notification.createdAt), now));
    // Round, because the day on which daylight saving time changes is an hour longer or shorter.
    const daysAgo = Math.round((today.getTime() - startOfDay(at).getTime()) / 86_400_000);
    const group = groups.get(daysAgo);
    if (group) group.notifications.push(notification);
    else {
      const day = { year: at.getFullYear(), month: at.getMonth() + 1, day: at.getDate() };
      groups.set(daysAgo, { daysAgo, day, notifications: [notification] });
    }
  }
  return [...groups.values()];
}
