import { useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';

interface Region {
  ref: RefObject<HTMLElement | null>;
  tabIndex: number;
  onScroll: () => void;
  onPointerDown: () => void;
  onWheel: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export interface Panels {
  /** The panel that is visible or that is scrolling into view. */
  current: number;
  /**
   * Shows a panel. At the first and the last panel, the pressed button may disappear, so the heading of the
   * panel takes the focus.
   */
  go: (index: number) => void;
  /** The props of the element that contains the panels side by side. */
  region: Region;
}

/** Panels between which the user moves with a swipe, a button or a key. */
export function usePanels(count: number): Panels {
  const ref = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(0);
  /**
   * The panel to which the page scrolls after a press; null after the scroll. The panels in between
   * are not announced.
   */
  const goal = useRef<number | null>(null);

  const go = (to: number) => {
    const index = Math.min(count - 1, Math.max(0, to));
    const region = ref.current;
    const panel = region?.children[index];
    if (index === current || region === null || panel === undefined) return;
    goal.current = index;
    setCurrent(index);
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
    region.scrollTo({
      behavior: isCalm ? 'auto' : 'smooth',
      left: index * region.clientWidth * forward,
    });
    const isEnd = index === 0 || index === count - 1;
    if (isEnd && document.activeElement !== region) {
      panel.querySelector('h2')?.focus({ preventScroll: true });
    }
  };

  const follow = () => {
    const region = ref.current;
    if (region === null || region.clientWidth === 0) return;
    // `scrollLeft` is negative in right-to-left languages.
    const at = Math.round(Math.abs(region.scrollLeft) / region.clientWidth);
    if (goal.current === null) setCurrent(at);
    else if (goal.current === at) goal.current = null;
  };

  // A touch or the wheel ends the scroll to the panel `goal`. Do not use `scrollend`, because that
  // event may belong to an earlier scroll.
  const takeOver = () => {
    goal.current = null;
  };

  const turn = (event: KeyboardEvent) => {
    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    const targets = new Map([
      [forward, current + 1],
      [backward, current - 1],
      ['Home', 0],
      ['End', count - 1],
    ]);
    const target = targets.get(event.key);
    if (target === undefined) return;
    event.preventDefault();
    go(target);
  };

  return {
    current,
    go,
    region: {
      ref,
      // The region takes the focus, because users who cannot swipe turn the panels with the arrow
      // keys.
      tabIndex: 0,
      onScroll: follow,
      onPointerDown: takeOver,
      onWheel: takeOver,
      onKeyDown: turn,
    },
  };
}
