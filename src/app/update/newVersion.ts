import { storageKeys } from '../../lib/constants.ts';
import { session } from '../../lib/storage/storage.ts';
import { networkIdle } from '../../lib/loading/networkIdle.ts';
import { isWorkOngoing } from '../../lib/page/ongoingWork.ts';
import { whileNoMoneyMoves } from './moneyLock.ts';
import { saveScrollPosition } from './scrollRestoration.ts';
import { currentUpdate, mayUpdateOn, reportUpdate } from './update.ts';

/** How long "Later" is remembered: for the visit, but an installed app is seldom closed. */
const laterMs = 8 * 3600_000;

/** How often it is looked whether what was agreed to can be done, in milliseconds. */
const lookEveryMs = 500;

/** How long a version may take to take over; then it is asked again who agrees to it. */
const takeOverMs = 10_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const isSafeHere = () => !isWorkOngoing() && mayUpdateOn(location.pathname);

/**
 * Nobody has done anything yet with an app that was only just opened. A reload is no such opening:
 * what was done before it is not known, nor is whether it was for another new version.
 */
export function isJustOpened(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (
    navigation instanceof PerformanceNavigationTiming &&
    navigation.type === 'navigate' &&
    'userActivation' in navigator &&
    !navigator.userActivation.hasBeenActive &&
    window.scrollY === 0
  );
}

/** What becomes of a version that waits until it may take over from the one that runs. */
export class NewVersion {
  readonly #takeOver: () => void;
  #isTaken = false;
  #isReloading = false;

  /** @param takeOver has the worker that waits take over. */
  constructor(takeOver: () => void) {
    this.#takeOver = takeOver;
  }

  /** It was told to take over, from this tab. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Asks for consent, unless that was put off a short while ago. */
  readonly offer = (): void => {
    // This tab is behind already: with its next page it asks anew.
    if (currentUpdate().status === 'replaced') return;
    const since = Date.now() - Number(session.get(storageKeys.updateLater) ?? Number.NaN);
    reportUpdate({
      status: 'waiting',
      // A clock that was set back counts as long ago.
      isPutOff: since >= 0 && since < laterMs,
      agree: () => void this.#agree(),
      putOff: () => {
        session.set(storageKeys.updateLater, String(Date.now()));
        this.offer();
      },
    });
  };

  /** Takes the version in without a word where that disturbs nobody; else asks for consent. */
  async takeSilently(): Promise<void> {
    // In a quiet moment: see #seeThrough.
    if (isJustOpened() && isSafeHere()) await networkIdle();
    if (isJustOpened() && isSafeHere()) await whileNoMoneyMoves('now', () => this.#take());
    if (!this.#isTaken) this.offer();
  }

  /** Another version runs the worker from now on. */
  readonly replaced = (): void => {
    // Also where another tab was a moment faster.
    const isAgreed = this.#isTaken || currentUpdate().status === 'agreed';
    reportUpdate({ status: 'replaced', isAgreed, follow: this.#follow });
    if (isAgreed) this.#follow();
  };

  async #agree(): Promise<void> {
    reportUpdate({ status: 'agreed' });
    const isWanted = () => currentUpdate().status === 'agreed' && !this.#isTaken;
    while (isWanted()) {
      while (!isSafeHere()) await pause(lookEveryMs);
      await networkIdle();
      await whileNoMoneyMoves('wait', () => {
        // Waiting for the other tabs takes time, in which something may have been begun here.
        if (isSafeHere() && isWanted()) this.#take();
      });
    }
  }

  #take(): void {
    this.#isTaken = true;
    this.#takeOver();
    void this.#seeThrough();
  }

  /**
   * Chromium leaves a version waiting that was told to take over, for minutes, where the one that runs is
   * asked for something while it still answers something else.
   */
  async #seeThrough(): Promise<void> {
    await pause(takeOverMs);
    if (currentUpdate().status === 'replaced') return;
    // It could not, or a newer one is about to take its place.
    this.#isTaken = false;
    this.offer();
  }

  /** After the page's own effects: a form that was just opened may have found a draft. */
  readonly #follow = (): void => {
    setTimeout(() => {
      if (this.#isReloading || !isSafeHere()) return;
      this.#isReloading = true;
      saveScrollPosition();
      location.reload();
    });
  };
}
