import type { Near } from './promotionsApi.ts';

/** What the page knows about the person who looks at a promotion. */
export interface Visitor {
  isSignedIn: boolean;
  /** The login, with the path back to the page of the reward. */
  loginTo: (path: string) => string;
  near: Near;
  /** Asks the browser for the position; only on a tap. */
  locate: () => void;
  isLocating: boolean;
  /** Why that failed, as text. */
  locationProblem: string | null;
}
