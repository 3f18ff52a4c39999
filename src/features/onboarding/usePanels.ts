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
  /** The panel that is shown, or that is on its way. */
  current: number;
  /** Shows a panel. One whose button went away with the move takes the focus, so that it is not lost. */
  go: (index: number) => void;
  /** Of the element in which the panels lie side by side. */
  region: Region;
}

/** Panels that are swiped by the browser's own scrolling, and turned by buttons and keys. */
export function usePanels(count: number): Panels {
  const ref = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(0);
  /** Where a press leads, until it is reached: what passes by on the way is not shown for itself. */
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
    // Negative where one reads from the right.
    const at = Math.round(Math.abs(region.scrollLeft) / region.clientWidth);
    if (goal.current === null) setCurrent(at);
    else if (goal.current === at) goal.current = null;
  };

  // The end of a scroll tells nothing: it may be that of the one before.
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
      // Whoever swipes with no finger turns it by the arrow keys.
      tabIndex: 0,
      onScroll: follow,
      onPointerDown: takeOver,
      onWheel: takeOver,
      onKeyDown: turn,
    },
  };
}
