import { readSessionId } from '../../../api/session.ts';

/**
 * Google sign-in with the names of the specification. No script from Google runs in the app. The
 * object is our own and loads with the login. The user chooses the account on Google's page each
 * time.
 */
export class GoogleFacility {
  #signIn: (() => Promise<boolean>) | null = null;
  /** The session that this sign-in opened. Other sessions do not count. */
  #sessionId: string | null = null;

  /** Whether the facility has loaded. */
  get initialised(): boolean {
    return this.#signIn !== null;
  }

  /** Whether the rider is signed in with Google. False after sign-out. */
  get authorized(): boolean {
    return this.#sessionId !== null && this.#sessionId === readSessionId();
  }

  /** Loads the facility with the sign-in function of the current page. */
  initialise(signIn: () => Promise<boolean>): void {
    this.#signIn = signIn;
  }

  /**
   * Signs the rider in. Resolves to whether it succeeded. Resolves to false at once if the facility
   * has not loaded.
   */
  async signIn(): Promise<boolean> {
    if (this.#signIn === null || !(await this.#signIn())) return false;
    this.#sessionId = readSessionId();
    return true;
  }

  /**
   * Signs the rider out. Resolves to false if the facility has not loaded. No token must be
   * revoked, because the app stores none.
   */
  async signOut(): Promise<boolean> {
    if (this.#signIn === null) return false;
    this.#sessionId = null;
    return true;
  }
}

export const google = new GoogleFacility();
