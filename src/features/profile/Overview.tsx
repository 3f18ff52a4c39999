import { Camera, History, IdCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../contract/signIn/auth.ts';
import { useMyPhoto } from '../../api/photoApi.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { formatE164 } from '../../lib/format/phone.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import { Facts } from '../../ui/display/Facts.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { RowLink } from '../../ui/link/RowLink.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import styles from './profile.module.css';
import { useGetOverviewQuery } from './profileApi.ts';

/** The rider's profile: name, photo and number, spending, and links to other pages. */
export function Overview({ me }: { me: User }) {
  const { t } = useTranslation(['profile', 'menu', 'messages', 'common']);
  const src = useMyPhoto(me.photo);
  const called = me.name ?? (me.phone === null ? null : formatE164(me.phone));

  return (
    <Screen heading={t(($) => $.heading)}>
      <div className={styles['person']}>
        <Link
          to="/profile/yourInfo/photo"
          className={styles['portrait']}
          aria-label={t(($) => $.photo.heading)}
        >
          <Avatar src={src} />
          <span className={styles['badge']} aria-hidden="true">
            <Camera size={18} />
          </span>
        </Link>
        <p className={styles['called']}>
          {called === null ? t(($) => $.menu.account) : <bdi>{called}</bdi>}
        </p>
      </div>
      <Facts
        rows={[
          {
            label: t(($) => $.messages.userId),
            value: <Copied text={me.id} label={t(($) => $.menu.copyUserId)} />,
          },
          {
            label: t(($) => $.inviteCode),
            value: <Copied text={me.inviteCode} label={t(($) => $.copyInviteCode)} />,
          },
          { label: t(($) => $.totalSpend), value: <TotalSpend />, strong: true },
        ]}
      />
      <nav aria-label={t(($) => $.rows)}>
        <RowLink
          to="/profile/yourInfo"
          icon={<IdCard />}
          label={t(($) => $.yourInfo)}
          detail={t(($) => $.yourInfoDetail)}
        />
        <RowLink
          to="/profile/recent"
          icon={<History />}
          label={t(($) => $.recent.heading)}
          detail={t(($) => $.recent.detail)}
        />
      </nav>
    </Screen>
  );
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <span className={styles['copied']}>
      <bdi>{text}</bdi>
      <CopyButton label={label} text={text} />
    </span>
  );
}

function TotalSpend() {
  const { t } = useTranslation('common');
  const errorText = useErrorText();
  const { data, error, refetch } = useGetOverviewQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  if (data) return <Money value={data.totalSpend} />;
  if (error === undefined) return <Skeleton lines={1} />;
  return (
    <span className={styles['unknown']}>
      <span>{errorText(error)}</span>
      <Button variant="text" onClick={() => void refetch()}>
        {t(($) => $.tryAgain)}
      </Button>
    </span>
  );
}
