import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isStorageBlocked } from '../../lib/storage/isStorageBlocked.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';

/** Said before somebody wonders where their session went: this browser lets us keep none. */
export function StorageBlockedNote() {
  const { t } = useTranslation('auth');
  const [isShown] = useState(isStorageBlocked);
  return isShown ? <Banner tone="info">{t(($) => $.notKept)}</Banner> : null;
}
