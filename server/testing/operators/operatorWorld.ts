import type { Order } from '../../../contract/orders.ts';
import type { OperatorSignIn } from '../../providers/identity/operatorSignIn.ts';
import { signUp } from '../app.ts';
import type { Engine } from '../database.ts';
import { startWholeApp, type WholeApp } from '../routes/wholeApp.ts';
import { publicUrl } from '../socialWorld.ts';
import { Operators, serverKey } from './operators.ts';

/** The reason of all acts that only prepare a test. */
export const why = 'to prepare a test';
/** An address to which webhooks are sent, but which never answers. */
export const webhookHost = '127.0.0.1:9';

/** The server with two administrators, each with a key. The files in `changes` add the objects that other acts need. */
export class OperatorWorld {
  readonly app: WholeApp;
  readonly ops: Operators;
  /** The keys of two administrators. */
  readonly ada: string;
  readonly bob: string;
  #made = 0;
  #order: Promise<Order> | null = null;

  private constructor(app: WholeApp, ops: Operators, keys: { ada: string; bob: string }) {
    this.app = app;
    this.ops = ops;
    this.ada = keys.ada;
    this.bob = keys.bob;
  }

  static async start(engine: Engine): Promise<OperatorWorld> {
    const app = await startWholeApp({
      engine,
      signIn: { operators: provider },
      env: {
        OPERATOR_KEY: serverKey,
        PUBLIC_URL: publicUrl,
        WEBHOOK_PRIVATE_HOSTS: webhookHost,
        CALL_LIMITS_FACTOR: '100',
      },
    });
    const ops = new Operators(app);
    const ada = await ops.add('Ada', 'administrator');
    const bob = await ops.add('Bob', 'administrator');
    return new OperatorWorld(app, ops, { ada, bob });
  }

  /** Returns a unique name or id that begins with `name`. */
  fresh(name: string): string {
    return `${name}-${this.freshNumber()}`;
  }

  freshNumber(): number {
    this.#made++;
    return this.#made;
  }

  /** Returns a paid order. Each call returns the same order. */
  order(): Promise<Order> {
    this.#order ??= this.rent('pays', 90);
    return this.#order;
  }

  /** Waits until all jobs are done. */
  settle(): Promise<void> {
    return this.app.renting.settle();
  }

  async close(): Promise<void> {
    await this.app.close();
  }

  /** Acts with the key of the server. The act must succeed. */
  async act(path: string, body: object = {}): Promise<unknown> {
    const answer = await this.ops.call(path, { why, ...body });
    if (answer.status < 300) return answer.body;
    throw new Error(`${path} was refused: ${JSON.stringify(answer.body)}`);
  }

  /** Returns the order of a new rider who returned the charger after this number of minutes. */
  async rent(habit: string, minutes: number): Promise<Order> {
    const rider = await signUp(this.app);
    const { renting } = this.app;
    return renting.rent(rider, await renting.addCard(rider, habit), minutes);
  }
}

export const theAccount = 'the account of the invited operator';

/** A sign-in provider that returns the same account for every sign-in. */
const provider: OperatorSignIn = {
  issuer: 'https://provider.example',
  authorizationUrl: async ({ state }) => `https://provider.example/?state=${state}`,
  prove: async () => ({
    outcome: 'proven',
    issuer: 'https://provider.example',
    subject: theAccount,
    email: null,
    isMultiFactor: true,
    ageMs: 0,
  }),
  check: async () => undefined,
};
