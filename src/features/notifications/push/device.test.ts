import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepChoice, pushDevice } from './device.ts';

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
