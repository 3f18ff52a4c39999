import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { systemClock } from '../../server/time/clock.ts';
import type { PushBox } from './pushBox.ts';
import { pushPath } from './pushPath.ts';
import { decryptPush, verifyVapid } from './readPush.ts';

export interface PushRoutesOptions {
  box: PushBox;
  /**
   * Returns the origin of the push service. The origin is known only after the server has begun to
   * listen.
   */
  origin: () => string;
}

/** The size in bytes that every push service must accept (RFC 8030, section 7.2). */
const maxBytes = 4096;

const Headers = z.object({
  ttl: z.coerce.number().int().min(0),
  'content-encoding': z.literal('aes128gcm'),
  urgency: z.enum(['very-low', 'low', 'normal', 'high']).default('normal'),
  topic: z
    .string()
    .regex(/^[\w-]{1,32}$/)
    .optional(),
});

/**
 * Simulates a push service and the browsers behind it. It verifies the signature of each message,
 * and decrypts the message with the keys of the subscription.
 */
export const pushRoutes: FastifyPluginAsync<PushRoutesOptions> = async (app, { box, origin }) => {
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: 2 * maxBytes },
    async (_request: unknown, body: string | Buffer) => body,
  );

  app.post(`${pushPath}:id`, async (request, reply) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const endpoint = `${origin()}${pushPath}${id}`;
    const browser = box.find(endpoint);
    if (!browser) return reply.code(404).send();
    const { status, delayMs, retryAfterSeconds } = box.take(endpoint);
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (status === 410) box.forget(endpoint);
    if (status !== 201) {
      if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds);
      return reply.code(status).send();
    }

    // Verify with the real time, because the server signs with the real time. The sandbox's clock
    // may be ahead.
    const { authorization } = request.headers;
    const signer = await verifyVapid(authorization, origin(), systemClock).catch(() => null);
    if (signer === null) return reply.code(401).send();
    if (browser.senderKey !== null && browser.senderKey !== signer) return reply.code(403).send();

    const headers = Headers.safeParse(request.headers);
    const { body } = request;
    if (!headers.success || !Buffer.isBuffer(body)) return reply.code(400).send();
    if (body.length > maxBytes) return reply.code(413).send();
    const message = readMessage(browser, body);
    if (message === undefined) return reply.code(400).send();
    const { ttl, urgency, topic = null } = headers.data;
    box.add({ endpoint, ttl, urgency, topic, message });
    return reply.code(201).header('location', endpoint).header('ttl', ttl).send();
  });
};

/**
 * Returns the parsed JSON. Returns undefined if the message was not encrypted for these keys, or is
 * not JSON.
 */
function readMessage(browser: Parameters<typeof decryptPush>[0], body: Buffer): unknown {
  try {
    return JSON.parse(decryptPush(browser, body));
  } catch {
    return undefined;
  }
}
