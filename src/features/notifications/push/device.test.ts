import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepChoice, pushDevice, watchDevice } from './device.ts';

const told = { id: '1', endpoint: 'https://push.example/1' };

beforeEach(() => {
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: {} } }));
});
afterEach(() => {
  keepChoice(null);
  vi.unstubAllGlobals();
});

test('a device is on for who chose it, and for nobody who uses it after them', () => {
  expect(pushDevice('key', 'ana')).toBe('off');
  keepChoice({ userId: 'ana', told });
  expect(pushDevice('key', 'ana')).toBe('on');
  expect(pushDevice('key', 'ben')).toBe('off');
  expect(pushDevice('key', null)).toBe('off');
});

test('what the browser or the operator does not do comes before any choice', () => {
  keepChoice({ userId: 'ana', told });
  expect(pushDevice(null, 'ana')).toBe('unsupported');
  vi.stubGlobal('Notification', { permission: 'denied' });
  expect(pushDevice('key', 'ana')).toBe('denied');
});

const stubNavigator = (given: object) =>
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), given));

test('an iPhone has push messages once the app is on the home screen, and only then', () => {
  vi.unstubAllGlobals();
  stubNavigator({ serviceWorker: {}, standalone: false });
  expect(pushDevice('key', 'ana')).toBe('installFirst');
  // One that is too old for them gains nothing by installing.
  stubNavigator({ serviceWorker: {}, standalone: true });
  expect(pushDevice('key', 'ana')).toBe('unsupported');
  vi.stubGlobal('Notification', { permission: 'default' });
  vi.stubGlobal('PushManager', {});
  expect(pushDevice('key', 'ana')).toBe('off');
});

test('what a person changes in the settings of the browser is heard, as long as somebody listens', async () => {
  const status = new EventTarget();
  const query = vi.fn<() => Promise<EventTarget>>(async () => status);
  stubNavigator({ permissions: { query } });
  const heard = vi.fn<() => void>();
  const unwatch = watchDevice(heard);
  expect(query).toHaveBeenCalledWith({ name: 'notifications' });
  await vi.waitFor(() => {
    status.dispatchEvent(new Event('change'));
    expect(heard).toHaveBeenCalled();
  });
  unwatch();
  heard.mockClear();
  status.dispatchEvent(new Event('change'));
  keepChoice({ userId: 'ana', told });
  expect(heard).not.toHaveBeenCalled();
});

test('a browser that does not tell of permissions is no reason to fail', async () => {
  const query = vi.fn<() => Promise<never>>(() =>
    Promise.reject(new TypeError('no such permission')),
  );
  stubNavigator({ permissions: { query } });
  const heard = vi.fn<() => void>();
  const unwatch = watchDevice(heard);
  keepChoice({ userId: 'ana', told });
  expect(heard).toHaveBeenCalledTimes(1);
  unwatch();
});
