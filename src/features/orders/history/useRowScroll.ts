import { useEffect } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';

/** The row that was followed last, and where in the window it stood, in pixels. */
let followed: { id: string; top: number } | null = null;

/** So many frames it takes until the rows around have their true heights. */
const frames = 3;

export function rememberRow(row: HTMLElement): void {
  followed = { id: row.id, top: row.getBoundingClientRect().top };
}

/**
 * On the way back the row stands where it stood. A distance from the top does not say where: rows that
 * were not drawn yet have a height that is only guessed.
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
