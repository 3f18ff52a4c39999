import type { IncomingMessage } from 'node:http';

/** The whole body; null if the caller disconnected before it was complete. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  let text = '';
  try {
    for await (const part of request) text += String(part);
  } catch (error) {
    if (request.complete) throw error;
    return null;
  }
  return text;
}
