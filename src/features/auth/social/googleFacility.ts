import { readSessionId } from '../../../api/session.ts';

/**
 * Sign-in with Google as the app sees it. No script of Google's runs on our pages: the facility is our
 * own, loaded with the login, and the account is chosen on Google's page each time.
 */
export class GoogleFacility {
  #signIn: (() => Promise<boolean>) | null = null;
  /** The session that it opened; another one, or none, was not. */
  #sessionId: string | null = null;

  /** Whether it has loaded. */
  get initialised(): boolean {
    return this.#signIn !== null;
  }

  /** Whether the person is signed in with it; false after sign-out. */
  get authorized(): boolean {
    return this.#sessionId !== null && this.#sessionId === readSessionId();
  }

  /** Loads it with the way to sign in of the page that shows it. */
  initialise(signIn: () => Promise<boolean>): void {
    this.#signIn = signIn;
  }

  /** Whether the person has signed in; false at once where it has not loaded. */
  async signIn(): Promise<boolean> {
    if (this.#signIn === null || !(await this.#signIn())) return false;
    this.#sessionId = readSessionId();
    return true;
  }

  /** Forgets the person; false where it has not loaded. No token of theirs is kept to be given back. */
  async signOut(): Promise<boolean> {
    if (this.#signIn === null) return false;
    this.#sessionId = null;
    return true;
  }
}

export const google = new GoogleFacility();
