import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { locateButton } from '../../../../contract/rules/firstScreen/home.ts';
import { formatTime } from '../../../lib/format/time.ts';
import { HelpLink } from '../../../ui/link/HelpLink.tsx';
import { Link } from '../../../ui/link/Link.tsx';
import { useAnnounce } from '../../../ui/feedback/messages.ts';
import { usePressed } from '../../../lib/device/usePressed.ts';
import { element } from '../../../ui/link/element.ts';
import { LocateIcon } from './LocateIcon.tsx';
import styles from './LocationButton.module.css';
import { askForPosition, usePosition } from './position.ts';

export interface LocationButtonProps {
  /** Called on each tap, directly before the button asks for the position. */
  onAsk: () => void;
}

/** A button that asks for the position, with the reason beside it. The app asks only on a tap. */
export function LocationButton({ onAsk }: LocationButtonProps) {
  const { t } = useTranslation('stations');
  const { status } = usePosition();
  const id = useId();
  const ask = () => {
    onAsk();
    askForPosition();
  };
  usePressed('locate', ask);
  if (status === 'known') {
    return (
      <button
        type="button"
        className="home-round"
        aria-label={t(($) => $.showMyLocation)}
        onClick={ask}
      >
        <LocateIcon />
      </button>
    );
  }
  if (status === 'asking') {
    return (
      <button type="button" className="home-round" aria-disabled>
        <LocateIcon />
        <span>{t(($) => $.locating)}</span>
      </button>
    );
  }
  return locateButton(
    element,
    { useLocation: t(($) => $.useLocation), locationWhy: t(($) => $.locationWhy) },
    { 'aria-describedby': `${id}-why`, onClick: ask },
    { id: `${id}-why` },
  );
}

export interface LocationProblemProps {
  /** True if the page has a field to type a place. The message then has no link to the search. */
  isSearch?: boolean;
}

/**
 * Explains why the position is unknown or old, and what the user can do. Renders nothing if there
 * is no such problem.
 */
export function LocationProblem({ isSearch = false }: LocationProblemProps) {
  const { t } = useTranslation('stations');
  const text = useProblem();
  // An old position needs no link to the help, because the text already shows the time of the position.
  const isOld = usePosition().status === 'known';
  const announce = useAnnounce();

  useEffect(() => {
    if (text !== null) announce(text);
  }, [announce, text]);

  if (text === null) return null;
  return (
    <div className="home-note">
      <p>{text}</p>
      {isOld ? null : <HelpLink about="locationDenied" />}
      {isSearch ? null : (
        <Link className={styles['way']} to="/search">
          {t(($) => $.typePlace)}
        </Link>
      )}
    </div>
  );
}

function useProblem(): string | null {
  const { t } = useTranslation(['stations', 'common']);
  const position = usePosition();
  if (position.status === 'denied') return t(($) => $.common.locationDenied);
  if (position.status === 'unavailable') return t(($) => $.common.locationUnavailable);
  if (position.status !== 'known' || !position.isOld) return null;
  return t(($) => $.locationOld, { time: formatTime(position.at) });
}
