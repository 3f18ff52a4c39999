import { moneyLock } from '../../../contract/rules/app/moneyLock.ts';
import { isWorkOngoing, watchOngoingWork } from '../../lib/page/ongoingWork.ts';

/**
 * Milliseconds for which a tab still counts as paying after its request has ended. This time covers
 * the gap before the next page.
 */
const lingerMs = 3000;

/** Returns the lock manager. Returns null in older browsers and on pages without HTTPS. */
const locks = (): LockManager | null => ('locks' in navigator ? navigator.locks : null);

/**
 * Keeps a lock while this tab pays or releases a charger, and for `lingerMs` afterwards. Other tabs
 * can detect the lock.
 */
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
        // The browser refuses the lock if storage is blocked. It then refuses the lock in all other
        // tabs, too.
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
 * Calls `work` when no tab pays or releases a charger. If the browser has no lock manager or
 * refuses the lock, calls `work` at once.
 */
export async function whileNoMoneyMoves(ifTaken: 'wait' | 'now', work: () => void): Promise<void> {
  const manager = locks();
  if (manager === null) return work();
  try {
    await manager.request(moneyLock, { ifAvailable: ifTaken === 'now' }, (lock) => {
      if (lock !== null) work();
    });
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // A browser that blocks storage refuses the lock in every tab, so call `work` without a lock.
    work();
  }
}
