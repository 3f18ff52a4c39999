import { expect, it } from 'vitest';
import type { NotificationKind } from '../../contract/notifications.ts';
import { makeNotification } from '../testing/notifications.ts';
import { station } from '../testing/rider.ts';
import { isOnScreen } from './toastNotification.ts';

const orderId = makeNotification().order?.id ?? '';

function isShown(kind: NotificationKind, address: string): boolean {
  const { pathname, search } = new URL(address, 'https://chargers.example');
  return isOnScreen(makeNotification({ kind }), { pathname, search }, []);
}

it.each<[NotificationKind, string]>([
  ['returned', '/home'],
  ['returned', `/history/detail?orderId=${orderId}`],
  ['returned', '/history'],
  ['chargerOut', '/home/rent/success'],
  ['refunded', `/history/detail?orderId=${orderId}`],
  ['toppedUp', '/payment/viewHistory'],
  ['coupon', '/coupon'],
  ['referralReward', '/getFree'],
  ['referralReward', '/notification'],
  ['depositReleased', '/menu'],
])('%s needs no toast on %s', (kind, address) => {
  expect(isShown(kind, address)).toBe(true);
});

it.each<[NotificationKind, string]>([
  ['returned', '/menu'],
  ['returned', '/history/detail?orderId=another'],
  ['refunded', '/home'],
  ['caseAnswered', '/home'],
  ['referralReward', '/home'],
  ['referralReward', '/history'],
  ['toppedUp', '/home'],
  ['news', '/home'],
  ['available', '/menu'],
])('%s needs a toast on %s', (kind, address) => {
  expect(isShown(kind, address)).toBe(false);
});

it('a station that is watched on this device needs no toast, because it has its own notice', () => {
  const notification = makeNotification({ kind: 'available', wants: 'charger' });
  const at = { pathname: '/menu', search: '' };
  expect(isOnScreen(notification, at, [{ stationId: station.id, wants: 'charger' }])).toBe(true);
  expect(isOnScreen(notification, at, [{ stationId: station.id, wants: 'freeSlot' }])).toBe(false);
});
