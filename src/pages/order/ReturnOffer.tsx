import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tip } from '../../features/onboarding/Tip.tsx';
import { install, useInstallWay } from '../../lib/install.ts';
import { isPending } from '../../lib/onboarding.ts';
import { Button } from '../../ui/Button.tsx';
import { RiderPushOffer } from './RiderPushOffer.tsx';

/** One thing for who has returned a charger: at first to keep the app, then to be told of returns. */
export function ReturnOffer() {
  const { t } = useTranslation(['tips', 'menu']);
  const way = useInstallWay();
  const [isFirst] = useState(() => isPending('download') && way !== 'installed');
  if (!isFirst) return <RiderPushOffer />;
  const how = { ios: t(($) => $.menu.install.ios), browser: t(($) => $.menu.install.browser) };
  return (
    <Tip
      step="download"
      isWanted={way !== 'installed'}
      action={
        way === 'prompt' ? (
          <Button variant="text" onClick={() => void install()}>
            {t(($) => $.menu.install.action)}
          </Button>
        ) : null
      }
    >
      {t(($) => $.download)} {way === 'ios' || way === 'browser' ? how[way] : null}
    </Tip>
  );
}
