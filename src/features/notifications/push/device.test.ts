// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeChoice, pushDevice, watchDevice } from './device.ts';

const told = { id: '1', endpoint: 'https://push.example/1' };

beforeEach(() => {
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: {} } }));
});
afterEach(() => {
  storeChoice(null);
  vi.unstubAllGlobals();
});

test('push messages are on for the rider who turned them on, not for the next rider on this device', () => {
  expect(pushDevice('key', 'ana')).toBe('off');
  storeChoice({ userId: 'ana', told });
  expect(pushDevice('key', 'ana')).toBe('on');
  expect(pushDevice('key', 'ben')).toBe('off');
  expect(pushDevice('key', null)).toBe('off');
});

test('if the operator sends no push messages, or the rider has blocked them, the stored choice does not count', () => {
  storeChoice({ userId: 'ana', told });
  expect(pushDevice(null, 'ana')).toBe('unsupported');
  vi.stubGlobal('Notification', { permission: 'denied' });
  expect(pushDevice('key', 'ana')).toBe('denied');
});

const stubNavigator = (given: object) =>
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), given));

test('an iPhone has push messages only when the app is on the home screen', () => {
  vi.unstubAllGlobals();
  stubNavigator({ serviceWorker: {}, standalone: false });
  expect(pushDevice('key', 'ana')).toBe('installFirst');
  // On an old version of iOS, even an installed app cannot receive push messages.
  stubNavigator({ serviceWorker: {}, standalone: true });
  expect(pushDevice('key', 'ana')).toBe('unsupported');
  vi.stubGlobal('Notification', { permission: 'default' });
  vi.stubGlobal('PushManager', {});
  expect(pushDevice('key', 'ana')).toBe('off');
});

test('a listener is called when the permission changes in the browser settings', async () => {
  const status = new EventTarget();
  const query = vi.fn<() => Promise<EventTarget>>(async () => status);
  stubNavigator({ permissions: { query } });
  const listener = vi.fn<() => void>();
  const unwatch = watchDevice(listener);
  expect(query).toHaveBeenCalledWith({ name: 'notifications' });
  await vi.waitFor(() => {
    status.dispatchEvent(new Event('change'));
    expect(listener).toHaveBeenCalled();
  });
  unwatch();
  listener.mockClear();
  status.dispatchEvent(new Event('change'));
  storeChoice({ userId: 'ana', told });
  expect(listener).not.toHaveBeenCalled();
});

test('a browser without permission events causes no error', async () => {
  const query = vi.fn<() => Promise<never>>(() =>
    Promise.reject(new TypeError('no such permission')),
  );
  stubNavigator({ permissions: { query } });
  const listener = vi.fn<() => void>();
  const unwatch = watchDevice(listener);
  storeChoice({ userId: 'ana', told });
  expect(listener).toHaveBeenCalledTimes(1);
  unwatch();
});
