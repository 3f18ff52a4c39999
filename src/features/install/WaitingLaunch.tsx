import './installTexts.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';

export interface WaitingLaunchProps {
  /** The station in the link; null if the link leads to another page. */
  station: string | null;
  /** True if a payment or an unlock is in progress, during which the rider must not leave the page. */
  isHeld: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** A notice about a link that was opened while the rider was busy. */
export function WaitingLaunch({ station, isHeld, onOpen, onClose }: WaitingLaunchProps) {
  const { t } = useTranslation(['install', 'common']);
  const announce = useAnnounce();
  const waits =
    station === null ? t(($) => $.launch.page) : t(($) => $.launch.station, { id: station });

  useEffect(() => announce(waits), [announce, waits]);

  return (
    <Banner
      tone="info"
      action={
        isHeld ? null : (
          <>
            <Button variant="text" onClick={onOpen}>
              {t(($) => $.launch.open)}
            </Button>
            <Button variant="text" onClick={onClose}>
              {t(($) => $.common.close)}
            </Button>
          </>
        )
      }
    >
      {waits} {isHeld ? t(($) => $.launch.held) : null}
    </Banner>
  );
}
