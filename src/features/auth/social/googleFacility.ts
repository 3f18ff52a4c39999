import { readSessionId } from '../../../api/session.ts';

/**
 * Sign-in with Google as the specification names it. No script from Google runs in the app: the
 * object is our own, loads with the login, and the person chooses the account on Google's page each
 * time.
 */
export class GoogleFacility {
  #signIn: (() => Promise<boolean>) | null = null;
  /** The session that this sign-in opened; other sessions do not count. */
  #sessionId: string | null = null;

  /** Whether it has loaded. */
  get initialised(): boolean {
    return this.#signIn !== null;
  }

  /** Whether the person is signed in with it; false after sign-out. */
  get authorized(): boolean {
    return this.#sessionId !== null && this.#sessionId === readSessionId();
  }

  /** Loads it with the sign-in function of the current page. */
  initialise(signIn: () => Promise<boolean>): void {
    this.#signIn = signIn;
  }

  /** Whether the person has signed in; false at once if it has not loaded. */
  async signIn(): Promise<boolean> {
    if (this.#signIn === null || !(await this.#signIn())) return false;
    this.#sessionId = readSessionId();
    return true;
  }

  /**
   * Signs the person out; false if it has not loaded. There is no token to revoke, because the app
   * stores none.
   */
  async signOut(): Promise<boolean> {
    if (this.#signIn === null) return false;
    this.#sessionId = null;
    return true;
  }
}

export const google = new GoogleFacility();
