import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { install, useInstallWay } from '../../lib/install.ts';
import { RowButton } from '../../ui/RowButton.tsx';
import styles from '../../features/menu/menu.module.css';

/** Puts the app on the home screen, or says how this browser does; nothing where it is there already. */
export function InstallRow() {
  const { t } = useTranslation('menu');
  const way = useInstallWay();
  const [isTold, setTold] = useState(false);
  if (way === 'installed') return null;
  return (
    <>
      <RowButton
        icon={<Download />}
        label={t(($) => $.install.label)}
        detail={t(($) => $.install.detail)}
        onPress={() => (way === 'prompt' ? void install() : setTold(true))}
      />
      <p role="status" className={styles['how']}>
        {isTold && way === 'ios' ? t(($) => $.install.ios) : null}
        {isTold && way === 'browser' ? t(($) => $.install.browser) : null}
      </p>
    </>
  );
}
