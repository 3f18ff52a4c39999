import type { IncomingMessage } from 'node:http';

/** Returns the whole body as a text; null if the caller disconnected before the body was complete. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  return (await readBytes(request))?.toString('utf8') ?? null;
}

/** Returns the whole body as bytes; null if the caller disconnected before the body was complete. */
export async function readBytes(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  try {
    for await (const part of request) parts.push(Buffer.from(part));
  } catch (error) {
    if (request.complete) throw error;
    return null;
  }
  return Buffer.concat(parts);
}
