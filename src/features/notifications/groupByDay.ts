import type { Notification } from '../../../contract/notifications.ts';

export interface DayGroup {
  /** How many days before today it was; 0 also for what a clock that is off puts in the future. */
  daysAgo: number;
  day: { year: number; month: number; day: number };
  notifications: Notification[];
}

const startOfDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate());

/** The days of the device's zone, newest first, as the server sent them. Each notification once. */
export function groupByDay(notifications: readonly Notification[], now: number): DayGroup[] {
  const groups = new Map<number, DayGroup>();
  const seen = new Set<string>();
  const today = startOfDay(new Date(now));
  for (const notification of notifications) {
    // A new one shifts the pages: the last of one may come again as the first of the next.
    if (seen.has(notification.id)) continue;
    seen.add(notification.id);
    const at = new Date(Math.min(Date.parse(notification.createdAt), now));
    // A day is longer or shorter by an hour where the clocks change.
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
