import { moneyLock } from '../../../contract/rules/app/moneyLock.ts';
import { isWorkOngoing, watchOngoingWork } from '../../lib/page/ongoingWork.ts';

/**
 * How long a tab still counts as paying after the work has ended, in milliseconds. There is a gap between
 * the press of the button and the page that follows.
 */
const lingerMs = 3000;

/** Missing in older browsers and on pages without HTTPS. */
const locks = (): LockManager | null => ('locks' in navigator ? navigator.locks : null);

/** Holds a lock that other tabs can see while this tab pays or releases a charger. */
export function guardMoney(): void {
  const manager = locks();
  if (manager === null) return;
  let release: (() => void) | null = null;
  let lingering: ReturnType<typeof setTimeout> | undefined;

  const acquire = () => {
    const over = new Promise<void>((resolve) => {
      release = resolve;
    });
    manager
      .request(moneyLock, { mode: 'shared' }, () => over)
      .catch(() => {
        // Refused if storage is blocked. Then no other tab can request the lock either.
      });
  };
  const update = () => {
    if (isWorkOngoing('money')) {
      clearTimeout(lingering);
      lingering = undefined;
      if (release === null) acquire();
    } else if (release !== null && lingering === undefined) {
      lingering = setTimeout(() => {
        release?.();
        release = null;
        lingering = undefined;
      }, lingerMs);
    }
  };
  watchOngoingWork(update);
  update();
}

/**
 * Runs the work while no tab pays or releases a charger.
 *
 * @param patience `wait` until then; with `now`, skip the work if it cannot run at once.
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
    // A browser that blocks storage refuses locks, in every tab.
    work();
  }
}
