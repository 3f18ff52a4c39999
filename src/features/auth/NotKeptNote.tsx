import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepsNothing } from '../../lib/keepsNothing.ts';
import { Banner } from '../../ui/Banner.tsx';

/** Said before somebody wonders where their session went: this browser lets us keep none. */
export function NotKeptNote() {
  const { t } = useTranslation('auth');
  const [isShown] = useState(keepsNothing);
  return isShown ? <Banner tone="info">{t(($) => $.notKept)}</Banner> : null;
}
