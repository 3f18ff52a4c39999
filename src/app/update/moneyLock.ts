import { moneyLock } from '../../../contract/rules/app/moneyLock.ts';
import { isWorkOngoing, watchOngoingWork } from '../../lib/page/ongoingWork.ts';

/**
 * How long a tab counts as paying after nobody in it says so any more, in milliseconds: from the press
 * to the page that follows it there are such moments.
 */
const lingerMs = 3000;

/** Missing in older browsers, and where the page is not served securely. */
const locks = (): LockManager | null => ('locks' in navigator ? navigator.locks : null);

/** Lets the other tabs know, from now on, while money or a charger is on its way in this one. */
export function guardMoney(): void {
  const manager = locks();
  if (manager === null) return;
  let release: (() => void) | null = null;
  let lingering: ReturnType<typeof setTimeout> | undefined;

  const hold = () => {
    const over = new Promise<void>((resolve) => {
      release = resolve;
    });
    manager
      .request(moneyLock, { mode: 'shared' }, () => over)
      .catch(() => {
        // Refused where nothing may be stored: then no tab can ask either.
      });
  };
  const mind = () => {
    if (isWorkOngoing('money')) {
      clearTimeout(lingering);
      lingering = undefined;
      if (release === null) hold();
    } else if (release !== null && lingering === undefined) {
      lingering = setTimeout(() => {
        release?.();
        release = null;
        lingering = undefined;
      }, lingerMs);
    }
  };
  watchOngoingWork(mind);
  mind();
}

/**
 * Does the work in a moment in which no tab has money or a charger on its way.
 *
 * @param patience `wait` for the moment, or do nothing where it is not `now`.
 */
export async function whileNoMoneyMoves(patience: 'wait' | 'now', work: () => void): Promise<void> {
  const manager = locks();
  if (manager === null) return work();
  try {
    await manager.request(moneyLock, { ifAvailable: patience === 'now' }, (lock) => {
      if (lock !== null) work();
    });
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // Refused where nothing may be stored, as it is in every other tab.
    work();
  }
}
