import { useTranslation } from 'react-i18next';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { DeviceList } from '../../features/devices/DeviceList.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';

/** The devices on which the account is signed in. */
export function DevicesPage() {
  const { t } = useTranslation(['settings', 'titles']);
  return (
    <SignedInOnly>
      <Screen heading={t(($) => $.titles.devices)} lead={t(($) => $.devices.lead)}>
        <DeviceList />
      </Screen>
    </SignedInOnly>
  );
}
