import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnounce } from '../../ui/messages.ts';
import { LocateIcon } from './icons.tsx';
import { askForPosition, usePosition } from './position.ts';

/** The one place that asks where a person is, and only when tapped. */
export function LocationButton() {
  const { t } = useTranslation('stations');
  const { status } = usePosition();
  if (status === 'known') {
    return (
      <button
        type="button"
        className="home-round"
        aria-label={t(($) => $.showMyLocation)}
        onClick={askForPosition}
      >
        <LocateIcon />
      </button>
    );
  }
  const asking = status === 'asking';
  return (
    <button
      type="button"
      className="home-round"
      aria-disabled={asking || undefined}
      title={t(($) => $.locationWhy)}
      onClick={() => {
        if (!asking) askForPosition();
      }}
    >
      <LocateIcon />
      <span>{asking ? t(($) => $.locating) : t(($) => $.useLocation)}</span>
    </button>
  );
}

/** What went wrong when the position was asked for; in words that say what to do. */
export function LocationProblem() {
  const { t } = useTranslation('messages');
  const { status } = usePosition();
  const text =
    status === 'denied'
      ? t(($) => $.locationDenied)
      : status === 'unavailable'
        ? t(($) => $.locationUnavailable)
        : null;
  const announce = useAnnounce();

  useEffect(() => {
    if (text !== null) announce(text);
  }, [announce, text]);

  return text === null ? null : <p className="home-note">{text}</p>;
}
