import { expect, test } from 'vitest';
import { describeDevice } from './device.ts';

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/142.0.0.0 Mobile Safari/537.36`,
    'Chrome · Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S931B) ${blink} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet · Android',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webKit} Version/18.6 Mobile/15E148 Safari/604.1`,
    'Safari · iPhone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webKit} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`,
    'Chrome · iPhone',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${webKit} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`,
    'Firefox · iPad',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Edge · Windows',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/26.0 Safari/605.1.15`,
    'Safari · Mac',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · Linux'],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome · ChromeOS',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webKit} Mobile/15E148 MicroMessenger/8.0.60`,
    'WeChat · iPhone',
  ],
  ['curl/8.9.1', ''],
])('%s', (agent, device) => {
  expect(describeDevice({ 'user-agent': agent })).toBe(device);
});

test('a phone that requests desktop pages is still named as a phone', () => {
  const agent = `Mozilla/5.0 (X11; Linux x86_64) ${blink} Chrome/142.0.0.0 Safari/537.36`;
  const hints = { 'user-agent': agent, 'sec-ch-ua-platform': '"Android"' };
  expect(describeDevice(hints)).toBe('Chrome · Android');
});

test('a browser that identifies itself only by client hints gets a name', () => {
  const agent = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/142.0.0.0 Safari/537.36`;
  const brands = '"Chromium";v="142", "Brave";v="142", "Not_A Brand";v="99"';
  expect(describeDevice({ 'user-agent': agent, 'sec-ch-ua': brands })).toBe('Brave · Windows');
});

test('the server stores no other part of a header', () => {
  expect(describeDevice({})).toBe('');
  expect(describeDevice({ 'user-agent': '<script>Ana’s phone</script>' })).toBe('');
  expect(describeDevice({ 'sec-ch-ua-platform': '"Ana’s own system"' })).toBe('');
  expect(describeDevice({ 'user-agent': `${'x'.repeat(100_000)} Firefox/1` })).toBe('');
});
