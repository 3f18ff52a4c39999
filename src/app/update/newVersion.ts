import { storageKeys } from '../../lib/constants.ts';
import { session } from '../../lib/storage/storage.ts';
import { networkIdle } from '../../lib/loading/networkIdle.ts';
import { isWorkOngoing } from '../../lib/page/ongoingWork.ts';
import { whileNoMoneyMoves } from './moneyLock.ts';
import { saveScrollPosition } from './scrollRestoration.ts';
import { currentUpdate, mayUpdateOn, reportUpdate } from './update.ts';

/**
 * Milliseconds for which "Later" counts. "Later" is a choice for the current visit. The time is
 * limited, because an installed app is rarely closed, so a visit can last for days.
 */
const laterMs = 8 * 3600_000;

/** Milliseconds between checks whether an accepted update can be applied. */
const pollMs = 500;

/** Milliseconds in which a version must take over. After this time, the app asks the user again. */
const takeOverMs = 10_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const isSafeHere = () => !isWorkOngoing() && mayUpdateOn(location.pathname);

/**
 * Returns whether the user has just opened the app and has not done anything yet. A reload does not
 * count as opening, because the cause of the reload and the earlier actions of the user are
 * unknown.
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

/** Handles a new version that waits until it may replace the running version. */
export class NewVersion {
  readonly #takeOver: () => void;
  #isTaken = false;
  #isReloading = false;

  /** @param takeOver makes the waiting service worker take over. */
  constructor(takeOver: () => void) {
    this.#takeOver = takeOver;
  }

  /** Returns whether this tab has asked the waiting service worker to take over. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Asks for consent, unless the user chose "Later" in this visit, and `laterMs` have not yet passed. */
  readonly offer = (): void => {
    // Another version has already replaced the version of this tab. The tab changes to the new
    // version with its next page.
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

  /**
   * Applies the new version without asking if the user has just opened the app and the update
   * interrupts nothing. Otherwise, asks for consent.
   */
  async takeSilently(): Promise<void> {
    // Wait for an idle network, because requests that the running version still answers can delay
    // the new version (see #checkTaken).
    if (isJustOpened() && isSafeHere()) await networkIdle();
    if (isJustOpened() && isSafeHere()) await whileNoMoneyMoves('now', () => this.#take());
    if (!this.#isTaken) this.offer();
  }

  /** Call this when another version of the service worker has taken over. */
  readonly replaced = (): void => {
    // The user may have agreed in this tab, even if another tab made the switch first.
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
        // While this tab waited for other tabs, new work may have started in this tab.
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
   * Offers the version again if it did not take over. In Chromium, the new version may wait for
   * minutes if the running version gets one request before it has answered another request.
   */
  async #checkTaken(): Promise<void> {
    await pause(takeOverMs);
    if (currentUpdate().status === 'replaced') return;
    // The version could not take over, or a newer version will replace it.
    this.#isTaken = false;
    this.offer();
  }

  /**
   * Reloads the page in a later task, after the effects of the page have run. In these effects, a
   * form may restore a draft, and `isSafeHere` then prevents the reload.
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
