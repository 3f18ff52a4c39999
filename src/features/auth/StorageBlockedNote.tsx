import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isStorageBlocked } from '../../lib/storage/isStorageBlocked.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';

/** Says at the login that this browser blocks storage, so that a session cannot last. */
export function StorageBlockedNote() {
  const { t } = useTranslation('auth');
  const [isShown] = useState(isStorageBlocked);
  return isShown ? <Banner tone="info">{t(($) => $.notKept)}</Banner> : null;
}
