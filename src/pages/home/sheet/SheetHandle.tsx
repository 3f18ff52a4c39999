import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * The sheet lies in the flow of the document: scrolled up means that it covers the map. Read when
 * something scrolls and not at each render, which would have the browser lay out the page for it.
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
  /** Lets a sheet down that is up for another reason than being scrolled. */
  onLower?: (() => void) | undefined;
}

/** Raises the sheet over the map and lowers it again: the button twin of dragging it. */
export function SheetHandle({ onLower }: SheetHandleProps) {
  const { t } = useTranslation('stations');
  const raised = useSyncExternalStore(subscribe, () => isRaised) || onLower !== undefined;
  return (
    <button
      type="button"
      className="home-grab"
      aria-expanded={raised}
      aria-label={raised ? t(($) => $.showMap) : t(($) => $.showList)}
      onClick={
        onLower ??
        (() => window.scrollTo({ top: raised ? 0 : window.innerHeight * 0.55, behavior: 'smooth' }))
      }
    />
  );
}
