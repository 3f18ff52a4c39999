import type { Near } from './promotionsApi.ts';

/** Who looks at a promotion, as far as the page that shows it knows them. */
export interface Visitor {
  isSignedIn: boolean;
  /** Through the login, and back to the page that gives what is promised. */
  loginTo: (path: string) => string;
  near: Near;
  /** Asks the browser where they are; only ever by a tap. */
  locate: () => void;
  isLocating: boolean;
  /** Why that did not help, in words. */
  locationProblem: string | null;
}
