import { isPushMessage } from '../../contract/rules/shapes/notificationShapes.ts';
import { isText, objectOf, orNull } from '../../contract/rules/shapes/shapes.ts';
import en from '../../locales/en/worker.json';
import es from '../../locales/es/worker.json';
import zhCN from '../../locales/zh-CN/worker.json';
import type { Pressed } from '../messages.ts';
import { notPages } from '../shell.ts';

/** What the platform takes, of which the types of TypeScript know a part only. */
interface ShownOptions extends NotificationOptions {
  /** Whether one that takes the place of another makes itself felt again. */
  renotify?: boolean;
  data: Pressed;
}

export interface Shown {
  title: string;
  options: ShownOptions;
  /** Of the icon; null where the message did not tell. */
  count: number | null;
}

/** Where every notification can be found, whatever it says. */
const list = '/notification';

const isOther = (pathname: string) => notPages.some((other) => other.test(pathname));

/** Whether a window shows the app, and not a document of it or the sandbox. */
export function isApp(address: string, origin: string): boolean {
  const { protocol, pathname, origin: its } = new URL(address);
  // An address of bytes (`blob:`) has the origin of the page that made it.
  return protocol !== 'blob:' && its === origin && !isOther(pathname);
}

/** Null where it is none. `URL.canParse` is missing where pushed messages are not: iOS before 17. */
function readUrl(text: string, base: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** A page of this app; whatever else a message names leads to the list. */
export function pageOf(path: string, origin: string): string {
  const url = readUrl(path, origin);
  if (url?.origin !== origin || isOther(url.pathname)) return list;
  // "//host" is a host again where somebody resolves it.
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
 * What is shown of a push message. A browser wants every one shown: of what cannot be read, only that
 * there is something.
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
  const { title, body, tag, language, notificationId, path, badge } = message;
  return {
    title,
    options: {
      ...pictures,
      body,
      tag,
      lang: language,
      renotify: tag !== '',
      data: { path: pageOf(path, origin), notificationId },
    },
    count: Math.max(0, Math.floor(badge)),
  };
}

/** The worker does not know the language of the app: it takes the browser's. */
function news(languages: readonly string[]): { title: string } {
  const first = languages.map((language) => /^(?:en|es|zh)\b/i.exec(language)?.[0]).find(Boolean);
  const texts = first === 'es' ? es : first === 'zh' ? zhCN : en;
  return { title: texts.news };
}

const isPressed = objectOf<Pressed>({ path: isText, notificationId: orNull(isText) });

/** What was left with a notification, by this version of the worker or by one before it. */
export function readPressed(data: unknown, origin: string): Pressed {
  if (!isPressed(data)) return { path: list, notificationId: null };
  return { ...data, path: pageOf(data.path, origin) };
}
