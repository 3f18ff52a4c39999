// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { PushMessage } from '../../contract/notifications.ts';
import { isApp, pageOf, readPressed, readPush } from './pushMessage.ts';

const origin = 'https://chargers.example';
const here = { origin, languages: ['es-MX', 'en'] };

const message: PushMessage = {
  notificationId: '0b7f8f5e-6a0e-4c53-9d8a-2f1de4f0d001',
  title: 'Your charger is back',
  body: 'Tap for the receipt.',
  path: '/history/detail?orderId=5e0c1c2a',
  badge: 3,
  tag: 'order-5e0c1c2a',
  language: 'en',
};

describe('a push message', () => {
  it('is shown with its text and opens its path', () => {
    const { title, options, count } = readPush(JSON.stringify(message), here);
    expect(title).toBe('Your charger is back');
    expect(options).toMatchObject({
      body: 'Tap for the receipt.',
      tag: 'order-5e0c1c2a',
      lang: 'en',
      renotify: true,
      icon: '/icons/icon-192.png',
      data: { path: message.path, notificationId: message.notificationId },
    });
    expect(count).toBe(3);
  });

  it.each([
    ['missing', undefined],
    ['not JSON', '<html>'],
    ['truncated', JSON.stringify(message).slice(0, -5)],
    ['null', 'null'],
    ['of another shape', '{"title":1}'],
    ['in an unsupported language', JSON.stringify({ ...message, language: 'xx' })],
  ])('is shown as a general notification if it is %s', (_what, text) => {
    const { title, options, count } = readPush(text, here);
    expect(title).toBe('Tienes una notificación nueva');
    expect(options.data).toEqual({ path: '/notification', notificationId: null });
    expect(count).toBeNull();
  });

  it('does not set `renotify` without a tag, because it then replaces no notification', () => {
    expect(readPush(JSON.stringify({ ...message, tag: '' }), here).options.renotify).toBe(false);
  });

  it('makes no sound if it is an update of the shown message', () => {
    const { options } = readPush(JSON.stringify({ ...message, quiet: true }), here);
    expect(options).toMatchObject({ tag: message.tag, renotify: false, silent: true });
    expect(readPush(JSON.stringify(message), here).options.silent).toBeUndefined();
  });

  it.each([
    [['zh-TW', 'en'], '您有一条新通知'],
    [['fr', 'es'], 'Tienes una notificación nueva'],
    [['fr'], 'You have a new notification'],
    [[], 'You have a new notification'],
  ])('that cannot be read is shown in a language of the browser, from %s', (languages, title) => {
    expect(readPush('?', { origin, languages }).title).toBe(title);
  });
});

describe('a pressed notification', () => {
  it.each([
    '/home',
    '/home?equip_id=ABCDEFV',
    '/history/detail?orderId=1',
    '/notification/detail?id=1',
  ])('opens %s', (path) => {
    expect(pageOf(path, origin)).toBe(path);
  });

  it.each([
    'https://evil.example/home',
    '//evil.example/home',
    String.raw`/\evil.example`,
    '/.//evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    'http://',
    '/api/orders/1/receipt.pdf',
    '/sandbox',
    '/assets/start-1.js',
  ])('opens the list instead of %j', (path) => {
    expect(pageOf(path, origin)).toBe('/notification');
  });

  it('opens the list if its data is unknown', () => {
    const lost = { path: '/notification', notificationId: null };
    expect(readPressed(null, origin)).toEqual(lost);
    expect(readPressed({ url: '/home' }, origin)).toEqual(lost);
    expect(readPressed({ path: '//evil.example', notificationId: null }, origin)).toEqual(lost);
  });
});

it.each([
  [`${origin}/home?equip_id=ABCDEFV`, true],
  [`${origin}/notification`, true],
  [`${origin}/sandbox`, false],
  [`${origin}/api/orders/1/receipt.pdf`, false],
  [`blob:${origin}/0b7f8f5e-6a0e-4c53-9d8a-2f1de4f0d001`, false],
  ['https://evil.example/home', false],
])('a window at %s shows a page of the app: %s', (address, expected) => {
  expect(isApp(address, origin)).toBe(expected);
});
