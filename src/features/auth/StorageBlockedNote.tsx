import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isStorageBlocked } from '../../lib/storage/isStorageBlocked.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';

/** Warns at the login that this browser blocks storage, so the session ends with this page. */
export function StorageBlockedNote() {
  const { t } = useTranslation('auth');
  const [isShown] = useState(isStorageBlocked);
  return isShown ? <Banner tone="info">{t(($) => $.notKept)}</Banner> : null;
}
