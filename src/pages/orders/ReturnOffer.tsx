import { useEffect, useState } from 'react';
import { mayOfferInstall } from '../../features/install/install.ts';
import { requestPersistentStorage } from '../../lib/storage/persistentStorage.ts';
import { InstallTip } from './InstallTip.tsx';
import { RiderPushOffer } from './RiderPushOffer.tsx';

/** One thing for who has returned a charger: at first to keep the app, then to be told of returns. */
export function ReturnOffer() {
  const [isFirst] = useState(mayOfferInstall);
  useEffect(() => void requestPersistentStorage(), []);
  return isFirst ? <InstallTip /> : <RiderPushOffer />;
}
