import { useSyncExternalStore } from 'react';

/**
 * Whether the user has scrolled the sheet up, so that it covers the map. The value is computed on
 * scroll events and not at each render, because computing it forces a layout.
 */
let isRaised = false;

function subscribe(listener: () => void): () => void {
  const read = () => {
    isRaised = window.scrollY > window.innerHeight * 0.25;
    listener();
  };
  read();
  window.addEventListener('scroll', read, { passive: true });
  return () => window.removeEventListener('scroll', read);
}

export interface SheetHandleProps {
  /** The name of the button while the sheet is low. It names what a press will show. */
  raise: string;
  /** The name of the button while the sheet covers the map. It names what a press will show. */
  lower: string;
  /** Lowers the sheet. Set this only if the page has raised the sheet without a scroll of the user. */
  onLower?: (() => void) | undefined;
}

/** A button that raises and lowers the sheet, for users who cannot drag the sheet. */
export function SheetHandle({ raise, lower, onLower }: SheetHandleProps) {
  const raised = useSyncExternalStore(subscribe, () => isRaised) || onLower !== undefined;
  return (
    <button
      type="button"
      className="home-grab"
      aria-expanded={raised}
      aria-label={raised ? lower : raise}
      onClick={
        onLower ??
        (() => window.scrollTo({ top: raised ? 0 : window.innerHeight * 0.55, behavior: 'smooth' }))
      }
    />
  );
}
