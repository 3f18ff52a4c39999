import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { installHow } from '../../features/install/installHowPart.ts';
import { install, useInstallWay } from '../../features/install/install.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { RowButton } from '../../ui/button/RowButton.tsx';

/**
 * The row that installs the app, or explains how to install the app in this browser. If the app is
 * installed, the row is hidden.
 */
export function InstallRow({ icon }: { icon?: ReactNode }) {
  const { t } = useTranslation('menu');
  const way = useInstallWay();
  const [isAsked, ask] = useState(false);
  const how = useLazyPart(installHow, isAsked);
  if (way === 'installed') return null;
  return (
    <>
      <RowButton
        icon={icon}
        label={t(($) => $.install.label)}
        detail={t(($) => $.install.detail)}
        onPress={() => (way === 'prompt' ? void install() : ask(true))}
      />
      {isAsked && way !== 'prompt' && how.status === 'ready' ? (
        <how.Part how={way} onClose={() => ask(false)} />
      ) : null}
    </>
  );
}
