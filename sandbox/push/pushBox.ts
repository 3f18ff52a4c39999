import { createECDH, randomBytes } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../server/time/clock.ts';
import { JsonFile } from '../jsonFile.ts';

const Arrived = z.object({
  endpoint: z.string(),
  at: z.iso.datetime(),
  ttl: z.int(),
  urgency: z.string(),
  topic: z.string().nullable(),
  /** The decrypted content of the message, as JSON. */
  message: z.unknown(),
});
export type Arrived = z.infer<typeof Arrived>;

const Browser = z.object({
  endpoint: z.string(),
  privateKey: z.string(),
  auth: z.string(),
  /**
   * The public key of the only allowed sender. It is null if anybody may send to the subscription.
   */
  senderKey: z.string().nullable(),
});
export type Browser = z.infer<typeof Browser>;

const Stored = z.object({ browsers: z.array(Browser), arrived: z.array(Arrived) });

const maxMessages = 200;
const maxBrowsers = 500;

/** The behaviour of the push service for the next messages. `times` is the number of messages. */
export const PushKnobs = z.strictObject({
  /** The status of the response. With 201, the push service accepts the message. */
  status: z.union([201, 404, 410, 413, 429, 500].map((status) => z.literal(status))).default(201),
  times: z.int().min(0).max(1000).default(1),
  /** The value of the header `Retry-After`, which is sent with every status except 201. */
  retryAfterSeconds: z.int().min(1).max(3600).optional(),
  delayMs: z.int().min(0).max(60_000).default(0),
  /**
   * The only subscription with this behaviour. If absent, all subscriptions have this behaviour.
   */
  endpoint: z.string().optional(),
});
export type PushKnobs = z.infer<typeof PushKnobs>;

/**
 * The newest 500 simulated browsers of the sandbox, and the newest 200 messages that were pushed to
 * browsers. The newest comes first.
 */
export class PushBox {
  readonly #file: JsonFile<z.infer<typeof Stored>>;
  readonly #clock: Clock;
  #stored: z.infer<typeof Stored>;
  #knobs: PushKnobs = { status: 201, times: 0, delayMs: 0 };

  constructor(dataDir: string, clock: Clock) {
    this.#file = new JsonFile(path.join(dataDir, 'sandbox', 'push.json'), Stored);
    this.#clock = clock;
    this.#stored = this.#file.read() ?? { browsers: [], arrived: [] };
  }

  /** Creates a subscription, and returns the data that a browser's push manager would return. */
  subscribe(base: string, senderKey: string | null) {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    const auth = randomBytes(16).toString('base64url');
    const endpoint = `${base}${randomBytes(16).toString('base64url')}`;
    const privateKey = pair.getPrivateKey('base64url');
    const browsers = [{ endpoint, privateKey, auth, senderKey }, ...this.#stored.browsers];
    this.#store({ ...this.#stored, browsers: browsers.slice(0, maxBrowsers) });
    return { endpoint, keys: { p256dh: pair.getPublicKey('base64url'), auth } };
  }

  find(endpoint: string): Browser | undefined {
    return this.#stored.browsers.find((one) => one.endpoint === endpoint);
  }

  forget(endpoint: string): void {
    const browsers = this.#stored.browsers.filter((one) => one.endpoint !== endpoint);
    this.#store({ ...this.#stored, browsers });
  }

  add(message: Omit<Arrived, 'at'>): void {
    const at = this.#clock.now().toISOString();
    const arrived = [{ ...message, at }, ...this.#stored.arrived].slice(0, maxMessages);
    this.#store({ ...this.#stored, arrived });
  }

  list(endpoint?: string): readonly Arrived[] {
    const { arrived } = this.#stored;
    return endpoint === undefined ? arrived : arrived.filter((one) => one.endpoint === endpoint);
  }

  get knobs(): PushKnobs {
    return this.#knobs;
  }

  turn(knobs: PushKnobs): void {
    this.#knobs = knobs;
  }

  /**
   * Returns the behaviour for a message that has arrived at an endpoint. If the knobs apply to this endpoint, lowers
   * `times` by one.
   */
  take(endpoint: string): PushKnobs {
    const { times, endpoint: only } = this.#knobs;
    if (times === 0 || (only !== undefined && only !== endpoint)) {
      return { status: 201, times: 0, delayMs: 0 };
    }
    this.#knobs = { ...this.#knobs, times: times - 1 };
    return this.#knobs;
  }

  #store(content: z.infer<typeof Stored>): void {
    this.#file.write(content);
    this.#stored = content;
  }
}
