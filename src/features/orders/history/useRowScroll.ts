import { useEffect } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';

/** The last row whose link was followed, and its position in the window in pixels. */
let followed: { id: string; top: number } | null = null;

/** The number of frames until the rows around the followed row have their real heights. */
const frames = 3;

export function rememberRow(row: HTMLElement): void {
  followed = { id: row.id, top: row.getBoundingClientRect().top };
}

/**
 * Restores the position of the row whose link was followed. The scroll offset is not enough,
 * because rows that are not rendered yet have only estimated heights.
 */
export function useRowScroll(): void {
  const way = useNavigationType();

  useEffect(() => {
    if (way !== NavigationType.Pop || followed === null) return undefined;
    const { id, top } = followed;
    let left = frames;
    let frame = 0;
    const settle = () => {
      const row = document.getElementById(id);
      if (row === null) return;
      window.scrollBy(0, row.getBoundingClientRect().top - top);
      left -= 1;
      if (left > 0) frame = requestAnimationFrame(settle);
    };
    settle();
    return () => cancelAnimationFrame(frame);
    // Run this only when the rider returns to the page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the effect must not follow later changes
  }, []);
}
