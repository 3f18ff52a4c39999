import { createHmac } from 'node:crypto';

/** The accounts of the simulated providers. Every name has an account. */
export class People {
  readonly #secret: string;
  readonly #names = new Map<string, string>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  /**
   * Returns the account id of a name, and remembers the name for `nameOf`. The id stays the
   * same after a restart, and does not depend on upper and lower case.
   */
  accountOf(provider: string, name: string): string {
    const text = `${provider} ${name.toLocaleLowerCase('en')}`;
    const account = createHmac('sha256', this.#secret).update(text).digest('hex').slice(0, 32);
    this.#names.set(account, name);
    return account;
  }

  nameOf(account: string): string | undefined {
    return this.#names.get(account);
  }
}
