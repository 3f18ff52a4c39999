/** Messages from a page of the issuer. The caller has checked their origin. */
export type FrameMessage =
  | { type: 'ready' }
  /** How tall its content is, in CSS pixels. */
  | { type: 'height'; px: number }
  | { type: 'changed'; complete: boolean }
  /** After a submit: this many fields are invalid; the form marks them itself. */
  | { type: 'invalid'; fields: number }
  | { type: 'token'; token: string; brand: string; last4: string }
  /** The person closed a sheet. */
  | { type: 'cancelled' }
  | { type: 'failed'; code: 'cardRejected' | 'unavailable' };

/** Messages to it. */
export type AppMessage =
  | { type: 'submit' }
  | { type: 'appearance'; language: string; theme: 'light' | 'black' };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Upper limit of a frame's height, whatever it requests. */
const tallest = 1200;

/** Parses a message; null for any other message. */
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

/** The address of the form: our origin, so that it only answers us, and its appearance. */
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
