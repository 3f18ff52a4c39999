import { isPushMessage } from '../../contract/rules/shapes/notificationShapes.ts';
import { isText, objectOf, orNull } from '../../contract/rules/shapes/shapes.ts';
import en from '../../locales/en/worker.json';
import es from '../../locales/es/worker.json';
import zhCN from '../../locales/zh-CN/worker.json';
import type { Pressed } from '../messages.ts';
import { notPages } from '../shell.ts';

/** The options that browsers support. The DOM types lack some of these options. */
interface ShownOptions extends NotificationOptions {
  /** Whether a notification alerts again when it replaces another notification. */
  renotify?: boolean;
  data: Pressed;
}

export interface Shown {
  title: string;
  options: ShownOptions;
  /** The number for the badge of the icon; null if the message contains none. */
  count: number | null;
}

/** The path of the list with all notifications. */
const list = '/notification';

const isOther = (pathname: string) => notPages.some((other) => other.test(pathname));

/** Whether a window shows a page of the app, and not, for example, a PDF document or the sandbox. */
export function isApp(address: string, origin: string): boolean {
  const { protocol, pathname, origin: its } = new URL(address);
  // A `blob:` address has the origin of the page that created it.
  return protocol !== 'blob:' && its === origin && !isOther(pathname);
}

/**
 * Parses a URL. Returns null if the text is no URL. Some supported browsers lack `URL.canParse`.
 */
function readUrl(text: string, base: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** Returns the path of a page of this app. For any other path, returns the path of the list of notifications. */
export function pageOf(path: string, origin: string): string {
  const url = readUrl(path, origin);
  if (url?.origin !== origin || isOther(url.pathname)) return list;
  // The browser would read "//host" as the address of another host.
  if (/^\/[\\/]/.test(url.pathname)) return list;
  return `${url.pathname}${url.search}${url.hash}`;
}

const pictures = { icon: '/icons/icon-192.png', badge: '/icons/icon-monochrome-512.png' };

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Returns the notification for a push message. Browsers require a notification for every message, so an
 * unreadable message becomes a general notification.
 */
export function readPush(
  text: string | undefined,
  { origin, languages }: { origin: string; languages: readonly string[] },
): Shown {
  const message = parse(text);
  if (!isPushMessage(message)) {
    const data: Pressed = { path: list, notificationId: null };
    return { ...news(languages), options: { ...pictures, tag: 'news', data }, count: null };
  }
  const { title, body, tag, language, notificationId, path, badge, quiet } = message;
  return {
    title,
    options: {
      ...pictures,
      body,
      tag,
      lang: language,
      renotify: tag !== '' && quiet !== true,
      // Without this option, the message would make a sound if the rider has dismissed the earlier notification.
      ...(quiet === true && { silent: true }),
      data: { path: pageOf(path, origin), notificationId },
    },
    count: Math.max(0, Math.floor(badge)),
  };
}

/**
 * Returns a general notification. Its language is the first of the browser's languages that the app
 * supports, or else English.
 */
function news(languages: readonly string[]): { title: string } {
  const first = languages.map((language) => /^(?:en|es|zh)\b/i.exec(language)?.[0]).find(Boolean);
  const texts = first === 'es' ? es : first === 'zh' ? zhCN : en;
  return { title: texts.news };
}

const isPressed = objectOf<Pressed>({ path: isText, notificationId: orNull(isText) });

/**
 * Reads the data of a notification, which an older version of the service worker may have stored. For invalid data,
 * returns the path of the list of notifications.
 */
export function readPressed(data: unknown, origin: string): Pressed {
  if (!isPressed(data)) return { path: list, notificationId: null };
  return { ...data, path: pageOf(data.path, origin) };
}
