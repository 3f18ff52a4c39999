import { useEffect, useState } from 'react';
import { mayOfferInstall } from '../../features/install/install.ts';
import { requestPersistentStorage } from '../../lib/storage/persistentStorage.ts';
import { InstallTip } from './InstallTip.tsx';
import { RiderPushOffer } from './RiderPushOffer.tsx';

/**
 * Shows one offer after a return: to install the app, or else to turn on push messages. Also
 * requests persistent storage.
 */
export function ReturnOffer() {
  const [isFirst] = useState(mayOfferInstall);
  useEffect(() => void requestPersistentStorage(), []);
  return isFirst ? <InstallTip /> : <RiderPushOffer />;
}
