import { useTranslation } from 'react-i18next';
import { LinkedAccounts } from '../../features/auth/LinkedAccounts.tsx';
import { YourInfo } from '../../features/profile/YourInfo.tsx';
import { MyPage } from './MyPage.tsx';

export function YourInfoPage() {
  const { t } = useTranslation('profile');
  return (
    <MyPage heading={t(($) => $.yourInfo)}>
      {(me) => (
        <YourInfo me={me}>
          <LinkedAccounts here="/profile/yourInfo" />
        </YourInfo>
      )}
    </MyPage>
  );
}
