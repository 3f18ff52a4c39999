import path from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../server/time/clock.ts';
import { JsonFile } from '../jsonFile.ts';

const Message = z.object({
  to: z.string(),
  body: z.string(),
  code: z.string(),
  at: z.iso.datetime(),
});
export type Message = z.infer<typeof Message>;

const maxMessages = 200;

/** The newest 200 text messages and mails of the sandbox, newest first. */
export class MessageBox {
  readonly #file: JsonFile<Message[]>;
  readonly #clock: Clock;
  #messages: Message[];

  constructor(dataDir: string, clock: Clock) {
    this.#file = new JsonFile(path.join(dataDir, 'sandbox', 'messages.json'), z.array(Message));
    this.#clock = clock;
    this.#messages = this.#file.read() ?? [];
  }

  add({ to, body, code }: { to: string; body: string; code: string }): void {
    const at = this.#clock.now().toISOString();
    this.#messages = [{ to, body, code, at }, ...this.#messages].slice(0, maxMessages);
    this.#file.write(this.#messages);
  }

  /** Returns all messages, or only the messages to one phone number (E.164) or mail address. */
  list(to?: string): readonly Message[] {
    return to === undefined ? this.#messages : this.#messages.filter((one) => one.to === to);
  }
}
