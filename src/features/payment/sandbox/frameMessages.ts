/** Messages from a page of the issuer. The caller has checked the origin of each message. */
export type FrameMessage =
  | { type: 'ready' }
  /** The height of the page's content, in CSS pixels. */
  | { type: 'height'; px: number }
  | { type: 'changed'; complete: boolean }
  /** After a submit, this number of fields is invalid. The form marks the fields. */
  | { type: 'invalid'; fields: number }
  | { type: 'token'; token: string; brand: string; last4: string }
  /** The rider closed the sheet. */
  | { type: 'cancelled' }
  | { type: 'failed'; code: 'cardRejected' | 'unavailable' };

/** Messages to a page of the issuer. */
export type AppMessage =
  | { type: 'submit' }
  | { type: 'appearance'; language: string; theme: 'light' | 'black' };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The largest height of a frame in CSS pixels, even if the page requests more. */
const tallest = 1200;

/** Parses a message. Returns null for an unknown message. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (!isRecord(data)) return null;
  const { type, px, complete, fields, token, brand, last4, code } = data;
  switch (type) {
    case 'ready':
    case 'cancelled':
      return { type };
    case 'height':
      return typeof px === 'number' && px > 0 ? { type, px: Math.min(px, tallest) } : null;
    case 'changed':
      return typeof complete === 'boolean' ? { type, complete } : null;
    case 'invalid':
      return typeof fields === 'number' && fields > 0 ? { type, fields } : null;
    case 'token':
      return typeof token === 'string' && typeof brand === 'string' && typeof last4 === 'string'
        ? { type, token, brand, last4 }
        : null;
    case 'failed':
      return code === 'cardRejected' || code === 'unavailable' ? { type, code } : null;
    default:
      return null;
  }
}

/**
 * Returns the address of the form. The address contains the app's origin, language and theme. The
 * form sends messages only to the app's origin.
 */
export function frameAddress(
  url: string,
  { origin, language, theme }: { origin: string; language: string; theme: 'light' | 'black' },
): string {
  const address = new URL(url);
  address.searchParams.set('origin', origin);
  address.searchParams.set('language', language);
  address.searchParams.set('theme', theme);
  return address.href;
}
