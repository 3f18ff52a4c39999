import type { Near } from './promotionsApi.ts';

/** The data about the user who looks at a promotion. */
export interface Visitor {
  isSignedIn: boolean;
  /** Returns the path of the login page. After the login, the app opens the given path. */
  loginTo: (path: string) => string;
  near: Near;
  /** Asks the browser for the position. Call this only on a tap. */
  locate: () => void;
  isLocating: boolean;
  /** The text that explains why the position is missing. */
  locationProblem: string | null;
}
