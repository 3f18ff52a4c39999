import { storageKeys } from '../../lib/constants.ts';
import { session } from '../../lib/storage/storage.ts';
import { networkIdle } from '../../lib/loading/networkIdle.ts';
import { isWorkOngoing } from '../../lib/page/ongoingWork.ts';
import { whileNoMoneyMoves } from './moneyLock.ts';
import { saveScrollPosition } from './scrollRestoration.ts';
import { currentUpdate, mayUpdateOn, reportUpdate } from './update.ts';

/**
 * How long "Later" counts, in milliseconds. It means this visit, but an installed app is rarely
 * closed.
 */
const laterMs = 8 * 3600_000;

/** How often to check whether an accepted update can be applied, in milliseconds. */
const pollMs = 500;

/**
 * How long a version may take to take over, in milliseconds. After that, the app asks the user
 * again.
 */
const takeOverMs = 10_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const isSafeHere = () => !isWorkOngoing() && mayUpdateOn(location.pathname);

/**
 * Whether the user has just opened the app and has not done anything yet. A reload does not count,
 * because its cause and the user's actions before it are unknown.
 */
function isJustOpened(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (
    navigation instanceof PerformanceNavigationTiming &&
    navigation.type === 'navigate' &&
    'userActivation' in navigator &&
    !navigator.userActivation.hasBeenActive &&
    window.scrollY === 0
  );
}

/** Handles a new version that waits until it may replace the running one. */
export class NewVersion {
  readonly #takeOver: () => void;
  #isTaken = false;
  #isReloading = false;

  /** @param takeOver makes the waiting service worker take over. */
  constructor(takeOver: () => void) {
    this.#takeOver = takeOver;
  }

  /** Whether this tab has told the waiting service worker to activate. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Asks for consent, unless the user chose "Later" in this visit. */
  readonly offer = (): void => {
    // Another version has already replaced the one of this tab. The tab changes to it with its next
    // page.
    if (currentUpdate().status === 'replaced') return;
    const since = Date.now() - Number(session.get(storageKeys.updateLater) ?? Number.NaN);
    reportUpdate({
      status: 'waiting',
      // If the clock was set back, the choice counts as expired.
      isPutOff: since >= 0 && since < laterMs,
      agree: () => void this.#agree(),
      putOff: () => {
        session.set(storageKeys.updateLater, String(Date.now()));
        this.offer();
      },
    });
  };

  /** Applies the version without asking if that interrupts nothing. Otherwise asks for consent. */
  async takeSilently(): Promise<void> {
    // Wait for an idle network. Otherwise the version may stay waiting: see #checkTaken.
    if (isJustOpened() && isSafeHere()) await networkIdle();
    if (isJustOpened() && isSafeHere()) await whileNoMoneyMoves('now', () => this.#take());
    if (!this.#isTaken) this.offer();
  }

  /** Call this when another version of the service worker has taken over. */
  readonly replaced = (): void => {
    // The user may have agreed here even if another tab made the switch first.
    const isAgreed = this.#isTaken || currentUpdate().status === 'agreed';
    reportUpdate({ status: 'replaced', isAgreed, follow: this.#follow });
    if (isAgreed) this.#follow();
  };

  async #agree(): Promise<void> {
    reportUpdate({ status: 'agreed' });
    const isWanted = () => currentUpdate().status === 'agreed' && !this.#isTaken;
    while (isWanted()) {
      while (!isSafeHere()) await pause(pollMs);
      await networkIdle();
      await whileNoMoneyMoves('wait', () => {
        // While this tab waited for the other tabs, new work may have started here.
        if (isSafeHere() && isWanted()) this.#take();
      });
    }
  }

  #take(): void {
    this.#isTaken = true;
    this.#takeOver();
    void this.#checkTaken();
  }

  /**
   * Offers the version again if it did not take over. Chromium may leave a version waiting for
   * minutes: this happens if the running version gets a new request while it still answers another
   * one.
   */
  async #checkTaken(): Promise<void> {
    await pause(takeOverMs);
    if (currentUpdate().status === 'replaced') return;
    // The version could not take over, or a newer version will replace it.
    this.#isTaken = false;
    this.offer();
  }

  /**
   * Reloads the page. Waits for the effects of the page first, because a form that was just opened
   * may have restored a draft.
   */
  readonly #follow = (): void => {
    setTimeout(() => {
      if (this.#isReloading || !isSafeHere()) return;
      this.#isReloading = true;
      saveScrollPosition();
      location.reload();
    });
  };
}
