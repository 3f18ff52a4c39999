import { useTranslation } from 'react-i18next';
import { YourInfo } from '../features/profile/YourInfo.tsx';
import { MyPage } from './profile/MyPage.tsx';

export function YourInfoPage() {
  const { t } = useTranslation('profile');
  return <MyPage heading={t(($) => $.yourInfo)}>{(me) => <YourInfo me={me} />}</MyPage>;
}
