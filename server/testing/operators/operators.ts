import { randomUUID } from 'node:crypto';
import { OpsProblem } from '../../../contract/operators/problems.ts';
import { KeyAdded, type OperatorRole } from '../../../contract/operators/team.ts';
import type { CallAnswer, TestApp } from '../app.ts';

/** The key of the server in tests of operators. */
export const serverKey = 'operators-key-of-the-tests-0123456789';

/** Calls the routes of operators. The app needs `OPERATOR_KEY` with the value of `serverKey`. */
export class Operators {
  readonly #app: TestApp;

  constructor(app: TestApp) {
    this.#app = app;
  }

  /** A call with the key of an operator, or with the key of the server. */
  call(
    path: string,
    body?: object,
    bearer: string = serverKey,
    key: string = randomUUID(),
  ): Promise<CallAnswer> {
    return this.#app.call(`/api/ops/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(bearer === serverKey && { 'x-operator': 'root' }),
      },
      ...(body && { body, key }),
    });
  }

  /** Adds an operator, and returns the key. */
  async add(name: string, ...roles: OperatorRole[]): Promise<string> {
    const why = 'new in the team';
    await this.call('operators', { name, roles, why });
    const path = `operators/${encodeURIComponent(name)}/keys`;
    const { key } = KeyAdded.parse((await this.call(path, { label: 'laptop', why })).body);
    if (key === null) throw new Error('the key was added before');
    return key;
  }

  /** The entries about a subject in the record of operators. The oldest comes first. */
  actions(subject: string) {
    return this.#app.deps.db
      .selectFrom('operator_actions')
      .select(['action', 'who', 'why', 'before', 'after', 'details', 'client', 'network'])
      .where('subject', '=', subject)
      .orderBy('id')
      .execute();
  }
}

/** The status and the code of a refused call. */
export function refusalOf({ status, body }: CallAnswer): { status: number; code: string } {
  return { status, code: OpsProblem.parse(body).code };
}
