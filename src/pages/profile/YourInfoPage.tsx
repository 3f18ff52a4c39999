import { useTranslation } from 'react-i18next';
import { LinkedAccounts } from '../../features/auth/LinkedAccounts.tsx';
import { ProofHost } from '../../features/auth/security/ProofHost.tsx';
import { YourInfo } from '../../features/profile/YourInfo.tsx';
import { MyPage } from './MyPage.tsx';

export function YourInfoPage() {
  const { t } = useTranslation('profile');
  return (
    <MyPage heading={t(($) => $.yourInfo)}>
      {(me) => (
        <YourInfo me={me}>
          <LinkedAccounts here="/profile/yourInfo" />
          <ProofHost />
        </YourInfo>
      )}
    </MyPage>
  );
}
