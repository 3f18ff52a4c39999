import { useTranslation } from 'react-i18next';
import { Overview } from '../../features/profile/Overview.tsx';
import { MyPage } from './MyPage.tsx';

export function ProfilePage() {
  const { t } = useTranslation('profile');
  return <MyPage heading={t(($) => $.heading)}>{(me) => <Overview me={me} />}</MyPage>;
}
