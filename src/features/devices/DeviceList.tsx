import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../contract/signIn/auth.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { useConnection } from '../../api/connection.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { useToast } from '../../ui/feedback/messages.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { DeviceRow } from './DeviceRow.tsx';
import styles from './devices.module.css';
import {
  useGetDevicesQuery,
  useSignOutDeviceMutation,
  useSignOutOthersMutation,
} from './devicesApi.ts';
import { SignOutQuestion } from './SignOutQuestion.tsx';

/** The signed-in devices, with buttons to sign them out. */
export function DeviceList() {
  const { t } = useTranslation('settings');
  const offline = useConnection() === 'offline';
  const reasonId = useId();
  const reason = offline ? reasonId : null;
  const { data, isError, error, refetch } = useGetDevicesQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const [signOutDevice, { isLoading: endsOne }] = useSignOutDeviceMutation();
  const [signOutOthers, { isLoading: endsOthers }] = useSignOutOthersMutation();
  const [question, ask] = useState<Session | 'others' | null>(null);
  const showToast = useToast();
  const errorText = useErrorText();
  const kindOf = ({ device }: Session) => (device === '' ? t(($) => $.devices.unknown) : device);
  // Devices of the same kind are numbered, so that the buttons have different names.
  const nameOf = (session: Session) => {
    const alike = (data ?? []).filter((other) => kindOf(other) === kindOf(session));
    const number = alike.findIndex(({ id }) => id === session.id) + 1;
    if (alike.length === 1) return kindOf(session);
    return t(($) => $.devices.numbered, { device: kindOf(session), number });
  };

  if (data === undefined) {
    return isError ? (
      <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton lines={3} />
    );
  }

  const signOut = async () => {
    if (question === null) return;
    const { error: failure } = await (question === 'others'
      ? signOutOthers()
      : signOutDevice(question.id));
    ask(null);
    // If the device was already signed out, the result is the same.
    if (failure !== undefined && apiErrorCode(failure) !== 'sessionNotFound') {
      showToast(errorText(failure), { tone: 'problem' });
    } else if (question === 'others') {
      showToast(t(($) => $.devices.othersSignedOut));
    } else {
      showToast(t(($) => $.devices.signedOut, { device: nameOf(question) }));
    }
  };

  return (
    <>
      <ul className={styles['list']} aria-label={t(($) => $.devices.list)}>
        {data.map((session) => (
          <DeviceRow
            key={session.id}
            session={session}
            name={nameOf(session)}
            blockedBy={reason}
            onSignOut={() => ask(session)}
          />
        ))}
      </ul>
      {data.length > 1 ? (
        <Button
          variant="quiet"
          disabled={offline}
          describedBy={reason ?? undefined}
          onClick={() => ask('others')}
        >
          {t(($) => $.devices.signOutOthers)}
        </Button>
      ) : (
        <p className={styles['detail']}>{t(($) => $.devices.onlyThis)}</p>
      )}
      {offline && data.length > 1 ? (
        <p className={styles['detail']} id={reasonId}>
          {t(($) => $.needsConnection)}
        </p>
      ) : null}
      <SignOutQuestion
        about={question === null || question === 'others' ? question : { device: nameOf(question) }}
        busy={endsOne || endsOthers}
        onSignOut={() => void signOut()}
        onClose={() => ask(null)}
      />
    </>
  );
}
