import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { signedOut } from '../../api/session.ts';
import { useGetMeQuery } from '../../features/auth/authApi.ts';
import { selectIsSignedIn, selectUserDetail } from '../../features/auth/clientUserSlice.ts';
import { ProofHost } from '../../features/auth/security/ProofHost.tsx';
import { StorageBlockedNote } from '../../features/auth/StorageBlockedNote.tsx';
import { useLogOut } from '../../features/auth/useLogOut.ts';
import { AppearanceChoice } from '../../features/settings/AppearanceChoice.tsx';
import { DirectionsChoice } from '../../features/settings/DirectionsChoice.tsx';
import { KeepMessagesSwitch } from '../../features/settings/KeepMessagesSwitch.tsx';
import { TipsSection } from '../../features/onboarding/TipsSection.tsx';
import { LogOutSection } from '../../features/settings/LogOutSection.tsx';
import { YourDataSection } from '../../features/settings/YourDataSection.tsx';
import styles from '../../features/settings/settings.module.css';
import { useLanguage } from '../../lib/language/language.ts';
import { formatE164 } from '../../lib/format/phone.ts';
import { useToast } from '../../ui/feedback/messages.ts';
import { useWideScreen } from '../../lib/device/useWideScreen.ts';
import { RowLink } from '../../ui/link/RowLink.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { InstallRow } from '../menu/InstallRow.tsx';

/** The settings of this device and of the account, and the buttons to log out or delete the account. */
export function SettingsPage() {
  const { t } = useTranslation(['settings', 'titles', 'common', 'menu', 'tips']);
  const { language } = useLanguage();
  const signedIn = useSelector(selectIsSignedIn);
  const userDetail = useSelector(selectUserDetail);
  const { data: me = userDetail } = useGetMeQuery(undefined, { skip: !signedIn });
  const { logOut, busy } = useLogOut();
  const isWide = useWideScreen();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const showToast = useToast();

  const leave = async () => {
    await logOut();
    showToast(t(($) => $.loggedOut));
    await navigate('/home', { replace: true });
  };

  const afterDeletion = () => {
    dispatch(signedOut());
    showToast(t(($) => $.deleteAccount.done));
    void navigate('/home', { replace: true });
  };

  return (
    <Screen heading={t(($) => $.titles.settings)}>
      <StorageBlockedNote />
      <div>
        <RowLink
          to="/setting/changeLanguage"
          label={t(($) => $.language)}
          end={t(($) => $.common.languages[language])}
        />
        {signedIn ? (
          <>
            <RowLink
              to="/setting/notifications"
              label={t(($) => $.titles.notificationSettings)}
              detail={t(($) => $.notificationsDetail)}
            />
            <RowLink
              to="/setting/devices"
              label={t(($) => $.titles.devices)}
              detail={t(($) => $.devices.detail)}
            />
          </>
        ) : null}
        <RowLink
          to="/startGuide"
          label={t(($) => $.titles.startGuide)}
          detail={t(($) => $.tips.guide)}
        />
        <RowLink
          to="/setting/legal"
          label={t(($) => $.titles.legal)}
          detail={t(($) => $.legal.detail)}
        />
        {/* This row is here on wide screens, because the rail contains only frequent actions. */}
        {isWide ? <InstallRow /> : null}
      </div>
      <AppearanceChoice />
      <DirectionsChoice />
      <section className={styles['section']} aria-labelledby="messages-heading">
        <h2 id="messages-heading">{t(($) => $.messages)}</h2>
        <KeepMessagesSwitch />
      </section>
      <TipsSection />
      {signedIn ? (
        <>
          <LogOutSection
            who={me?.phone ? formatE164(me.phone) : null}
            busy={busy}
            onLogOut={() => void leave()}
          />
          <YourDataSection onDeleted={afterDeletion} />
          <ProofHost />
        </>
      ) : null}
      <p className={styles['version']}>{t(($) => $.menu.version, { version: __APP_VERSION__ })}</p>
    </Screen>
  );
}
