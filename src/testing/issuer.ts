import { act, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { issuer } from './cardForm.ts';

/**
 * Fakes a page of the card issuer in its frame, because a test cannot load the real page. The fake
 * records the messages to the page, and can send messages to the app.
 */
export async function playFrame(title: RegExp) {
  const frame = await screen.findByTitle<HTMLIFrameElement>(title);
  const received = vi.fn<(message: unknown, origin: unknown) => void>();
  const inside = frame.contentWindow;
  if (!inside) throw new Error('The frame has no window');
  vi.spyOn(inside, 'postMessage').mockImplementation(received);
  const post = (data: unknown, origin = issuer, source: Window = inside) =>
    act(() => {
      window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
    });
  post({ type: 'ready' });
  return { frame, received, send: post };
}
