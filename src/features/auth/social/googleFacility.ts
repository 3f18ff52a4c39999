import { readSessionId } from '../../../api/session.ts';

/**
 * Sign-in with Google, with the names of the specification. This class is our own code, so the app runs no
 * script from Google. The user chooses the account on Google's page at each sign-in.
 */
export class GoogleFacility {
  #signIn: (() => Promise<boolean>) | null = null;
  /** The session that this sign-in opened. `authorized` ignores other sessions. */
  #sessionId: string | null = null;

  /** Whether `initialise` was called. */
  get initialised(): boolean {
    return this.#signIn !== null;
  }

  /**
   * Whether Google opened the current session. The value is false after a sign-out, and after a
   * reload of the page.
   */
  get authorized(): boolean {
    return this.#sessionId !== null && this.#sessionId === readSessionId();
  }

  /** Initialises the class with the sign-in function of the current page. */
  initialise(signIn: () => Promise<boolean>): void {
    this.#signIn = signIn;
  }

  /**
   * Signs the rider in. Resolves to true if the sign-in succeeded, and to false if it failed or if `initialise` was not
   * called.
   */
  async signIn(): Promise<boolean> {
    if (this.#signIn === null || !(await this.#signIn())) return false;
    this.signedIn();
    return true;
  }

  /**
   * Marks the current session as opened by Google. Call this method after a redirect: the page that called `signIn` no
   * longer exists.
   */
  signedIn(): void {
    this.#sessionId = readSessionId();
  }

  /**
   * Forgets that Google opened the session; the caller ends the session. Resolves to false if `initialise` was not
   * called. The app stores no token, so it revokes none.
   */
  async signOut(): Promise<boolean> {
    this.#sessionId = null;
    return this.initialised;
  }
}

export const google = new GoogleFacility();
