import type { IncomingMessage } from 'node:http';

/** The whole body; null if the caller disconnected before it was complete. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  return (await readBytes(request))?.toString('utf8') ?? null;
}

/** The same, for a body that is not text. */
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
