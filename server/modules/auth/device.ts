import type { IncomingHttpHeaders } from 'node:http';

type Name = readonly [pattern: RegExp, name: string];

/** The first match counts, because most user agents also contain the names of browsers from which they derive. */
const browsers: readonly Name[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bHuaweiBrowser\//, 'Huawei Browser'],
  [/\bMiuiBrowser\//, 'Mi Browser'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bInstagram\b/, 'Instagram'],
  [/\bFB(?:AN|AV|_IAB)\//, 'Facebook'],
  [/\b(?:FxiOS|Firefox)\//, 'Firefox'],
  [/\b(?:CriOS|Chrome|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

const systems: readonly Name[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * The names of platforms in `Sec-CH-UA-Platform`. If a phone requests desktop pages, its user agent names a desktop
 * system, but this header may still name the system of the phone.
 */
const platforms: Readonly<Record<string, string>> = {
  Android: 'Android',
  'Chrome OS': 'ChromeOS',
  'Chromium OS': 'ChromeOS',
  Windows: 'Windows',
  macOS: 'Mac',
  iOS: 'iPhone',
  Linux: 'Linux',
};

/**
 * The maximum number of characters of a header that the server parses. The headers of browsers are shorter. Without
 * this limit, parsing the long header of an attacker would take too much time.
 */
const longestHeader = 1000;

/**
 * The name of a device for the rider, such as "Chrome · Android". The name is empty if the browser
 * does not identify itself. The server stores no versions and no models, because riders recognise
 * their devices without them.
 */
export function describeDevice(headers: IncomingHttpHeaders): string {
  const agent = (headers['user-agent'] ?? '').slice(0, longestHeader);
  const browser = /"Brave"/.test(headerText(headers['sec-ch-ua']))
    ? 'Brave'
    : find(browsers, agent);
  const platform = headerText(headers['sec-ch-ua-platform']).replaceAll('"', '');
  const system = platforms[platform] ?? find(systems, agent);
  return [browser, system].filter((name) => name !== null).join(' · ');
}

function headerText(value: string | string[] | undefined): string {
  return (typeof value === 'string' ? value : '').slice(0, longestHeader);
}

function find(names: readonly Name[], agent: string): string | null {
  return names.find(([pattern]) => pattern.test(agent))?.[1] ?? null;
}
