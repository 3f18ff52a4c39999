import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { install, postponeInstall, useInstallWay } from '../../features/install/install.ts';
import { installHow } from '../../features/install/installHowPart.ts';
import { Tip } from '../../features/onboarding/Tip.tsx';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { Button } from '../../ui/button/Button.tsx';

/** Offers to install the app, and gives one reason. */
export function InstallTip() {
  const { t } = useTranslation(['tips', 'menu']);
  const way = useInstallWay();
  const [isAsked, ask] = useState(false);
  const how = useLazyPart(installHow, isAsked);
  return (
    <>
      <Tip
        step="download"
        isWanted={way !== 'installed'}
        answers={(close) => (
          <>
            <Button
              variant="text"
              onClick={() => (way === 'prompt' ? void install().then(close) : ask(true))}
            >
              {t(($) => $.menu.install.action)}
            </Button>
            <Button
              variant="text"
              onClick={() => {
                postponeInstall();
                close();
              }}
            >
              {t(($) => $.menu.install.notNow)}
            </Button>
          </>
        )}
      >
        {t(($) => $.download)}
      </Tip>
      {isAsked && way !== 'prompt' && way !== 'installed' && how.status === 'ready' ? (
        <how.Part how={way} onClose={() => ask(false)} />
      ) : null}
    </>
  );
}
