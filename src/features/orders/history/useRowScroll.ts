import { useEffect } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';

/** The row whose link was followed last, and its position in the window, in pixels. */
let followed: { id: string; top: number } | null = null;

/** How many frames it takes until the rows around it have their real heights. */
const frames = 3;

export function rememberRow(row: HTMLElement): void {
  followed = { id: row.id, top: row.getBoundingClientRect().top };
}

/**
 * Scroll restoration by row. The scroll offset is not enough: rows that are not rendered yet have
 * estimated heights.
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
    // When the page is come back to, and at no other time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, []);
}
