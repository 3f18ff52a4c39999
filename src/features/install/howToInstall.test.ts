import { expect, test } from 'vitest';
import { howToInstall } from './howToInstall.ts';

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15';
const webkit = '(KHTML, like Gecko)';
const pixel = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36';
const view = 'Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A; wv) AppleWebKit/537.36';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36';

test.each([
  ['Safari, iPhone', 'iosSafari', `${iphone} ${webkit} Version/18.6 Mobile/15E148 Safari/604.1`],
  ['Chrome, iPhone', 'iosBrowser', `${iphone} ${webkit} CriOS/141.0 Mobile/15E148 Safari/604.1`],
  [
    'Firefox, iPhone',
    'iosBrowser',
    `${iphone} ${webkit} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`,
  ],
  [
    'Edge, iPhone',
    'iosBrowser',
    `${iphone} ${webkit} Version/18.0 EdgiOS/141.0 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Instagram, iPhone',
    'iosInApp',
    `${iphone} ${webkit} Mobile/15E148 Instagram 390.0.0.30.85 (iPhone16,2; iOS 18_6)`,
  ],
  [
    'Facebook, iPhone',
    'iosInApp',
    `${iphone} ${webkit} Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0.38.101;FBDV/iPhone16,2]`,
  ],
  [
    'Facebook with Safari’s name',
    'iosInApp',
    `${iphone} ${webkit} Version/18.6 Mobile/15E148 Safari/604.1 [FBAN/FBIOS;FBAV/520.0]`,
  ],
  [
    'WeChat, iPhone',
    'iosInApp',
    `${iphone} ${webkit} Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI Language/zh_CN`,
  ],
  ['Line, iPhone', 'iosInApp', `${iphone} ${webkit} Mobile/15E148 Safari Line/15.15.0`],
  [
    'TikTok, iPhone',
    'iosInApp',
    `${iphone} ${webkit} Mobile/15E148 musical_ly_41.5.0 JsSdk/2.0 NetType/WIFI BytedanceWebview/d8a21c6`,
  ],
  ['Google app, iPhone', 'iosInApp', `${iphone} ${webkit} GSA/385.0 Mobile/15E148 Safari/604.1`],
  ['an app’s bare frame, iPhone', 'iosInApp', `${iphone} ${webkit} Mobile/15E148`],
  [
    'Instagram, Android',
    'androidInApp',
    `${view} ${webkit} Version/4.0 Chrome/141.0.0.0 Mobile Safari/537.36 Instagram 390.0.0.40 Android`,
  ],
  [
    'Facebook, Android',
    'androidInApp',
    `${view} ${webkit} Version/4.0 Chrome/141.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/520.0]`,
  ],
  [
    'WeChat, Android',
    'androidInApp',
    `${pixel} ${webkit} Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 XWEB/1300 MicroMessenger/8.0.60`,
  ],
  [
    'an app’s bare frame, Android',
    'androidInApp',
    `${view} ${webkit} Version/4.0 Chrome/141.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Chrome, Android',
    'androidChromium',
    `${pixel} ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Samsung Internet',
    'samsung',
    `${pixel} ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Firefox, Android',
    'androidFirefox',
    'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0',
  ],
  ['Safari 18, Mac', 'macSafari', `${mac} ${webkit} Version/18.6 Safari/605.1.15`],
  ['Safari 16, Mac', 'elsewhere', `${mac} ${webkit} Version/16.6 Safari/605.1.15`],
  ['Chrome, Windows', 'desktopChromium', `${windows} ${webkit} Chrome/141.0.0.0 Safari/537.36`],
  [
    'Edge, Windows',
    'desktopChromium',
    `${windows} ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
  ],
  [
    'Firefox, Windows',
    'elsewhere',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
  ],
  ['nobody', 'elsewhere', ''],
] as const)('in %s, the user gets the instructions of %s', (_browser, how, userAgent) => {
  const maxTouchPoints = /iPhone|Android/.test(userAgent) ? 5 : 0;
  expect(howToInstall({ userAgent, maxTouchPoints })).toBe(how);
});

test('the app recognises an iPad that reports itself as a Mac', () => {
  const userAgent = `${mac} ${webkit} Version/18.6 Safari/605.1.15`;
  expect(howToInstall({ userAgent, maxTouchPoints: 5 })).toBe('iosSafari');
});
