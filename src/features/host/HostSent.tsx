import './hostTexts.ts';
import { useTranslation } from 'react-i18next';
import type { HostInterestTaken } from '../../../contract/hosts.ts';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Facts } from '../../ui/display/Facts.tsx';
import { ResultScreen } from '../../ui/feedback/ResultScreen.tsx';

export interface HostSentProps {
  sent: HostInterestTaken;
  onAgain: () => void;
}

/**
 * Confirms that the form was sent. For 30 days, or until `onAgain` is called, each later visit shows this confirmation
 * again.
 */
export function HostSent({ sent, onAgain }: HostSentProps) {
  const { t } = useTranslation('host');
  return (
    <ResultScreen
      tone="success"
      heading={t(($) => $.sent.heading)}
      back
      actions={
        <>
          <ButtonLink to="/home">{t(($) => $.sent.home)}</ButtonLink>
          <Button variant="quiet" onClick={onAgain}>
            {t(($) => $.again)}
          </Button>
        </>
      }
    >
      <p>{t(($) => $.sent.text)}</p>
      <Facts
        rows={[
          { label: t(($) => $.sent.reference), value: <bdi>{sent.reference}</bdi> },
          { label: t(($) => $.sent.when), value: <DateTime value={sent.at} /> },
        ]}
      />
    </ResultScreen>
  );
}
