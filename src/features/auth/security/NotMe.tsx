import './securityTexts.ts';
import { Unlink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { AccountChange } from '../../../../contract/accountChanges.ts';
import { apiErrorCode } from '../../../api/apiError.ts';
import { useConnection } from '../../../api/connection.ts';
import { useErrorText } from '../../../api/useErrorText.ts';
import { formatDateTime } from '../../../lib/format/time.ts';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { ResultScreen } from '../../../ui/feedback/ResultScreen.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Screen } from '../../../ui/screen/Screen.tsx';
import socialStyles from '../social/social.module.css';
import styles from './security.module.css';
import { useReadAccountChangeQuery, useUndoAccountChangeMutation } from './securityApi.ts';

/**
 * The page that opens from the link in the message about a changed account. The fragment of the address
 * contains the secret. Opening the page changes nothing; only the button "This was not me" takes the account back.
 */
export function NotMe() {
  const { t } = useTranslation(['security', 'titles', 'common']);
  const token = useLocation().hash.slice(1);
  const errorText = useErrorText();
  const { data, error, refetch } = useReadAccountChangeQuery({ token }, { skip: token === '' });
  const [undo, { data: undone, error: refusal, isLoading }] = useUndoAccountChangeMutation();
  const change = undone ?? data;

  if (token === '' || (error && ['notFound', 'invalidInput'].includes(apiErrorCode(error)))) {
    return (
      <ResultScreen
        tone="problem"
        symbol={<Unlink />}
        heading={t(($) => $.undo.unknownTitle)}
        alert={t(($) => $.undo.unknown)}
        actions={<WaysOn />}
      />
    );
  }
  if (!change) {
    return (
      <Screen heading={t(($) => $.titles.notMe)} back={false}>
        {error ? (
          <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={5} />
        )}
      </Screen>
    );
  }
  if (change.state === 'undone') return <Undone signInBy={change.signInBy} />;
  if (change.state === 'expired') {
    return (
      <ResultScreen
        tone="problem"
        symbol={<Unlink />}
        heading={t(($) => $.undo.expiredTitle)}
        alert={t(($) => $.undo.expired)}
        actions={<WaysOn />}
      />
    );
  }
  return (
    <Question
      change={change}
      busy={isLoading}
      refusal={refusal === undefined ? null : errorText(refusal)}
      onUndo={() => void undo({ token })}
    />
  );
}

interface QuestionProps {
  change: AccountChange;
  busy: boolean;
  refusal: string | null;
  onUndo: () => void;
}

function Question({ change, busy, refusal, onUndo }: QuestionProps) {
  const { t } = useTranslation(['security', 'social', 'titles']);
  const offline = useConnection() === 'offline';
  const { kind, device, at, provider } = change;
  const named = provider === null ? '' : t(($) => $.social.providers[provider]);
  return (
    <Screen
      heading={t(($) => $.titles.notMe)}
      back={false}
      lead={t(($) => $.undo.changed[kind], { time: formatDateTime(at), provider: named })}
      footer={
        <>
          {offline ? (
            <p id="undo-offline" className={socialStyles['reason']}>
              {t(($) => $.undo.offline)}
            </p>
          ) : null}
          {refusal === null ? null : (
            <p role="alert" className={socialStyles['problem']}>
              {refusal}
            </p>
          )}
          <Button
            busy={busy}
            disabled={offline}
            describedBy={offline ? 'undo-offline' : undefined}
            onClick={onUndo}
          >
            {busy ? t(($) => $.undo.busy) : t(($) => $.undo.button)}
          </Button>
          {busy ? null : (
            <ButtonLink to="/home" variant="quiet" replace>
              {t(($) => $.undo.wasMe)}
            </ButtonLink>
          )}
        </>
      }
    >
      <div className={styles['words']}>
        {device === '' ? null : <p>{t(($) => $.undo.device, { device })}</p>}
        <p>{t(($) => $.undo.ifYou)}</p>
        <p>{t(($) => $.undo.ifNot)}</p>
        <ul className={styles['list']}>
          <li>{t(($) => $.undo.out)}</li>
          <li>{t(($) => $.undo.back)}</li>
          <li>{t(($) => $.undo.safe)}</li>
          <li>{t(($) => $.undo.rental)}</li>
        </ul>
      </div>
    </Screen>
  );
}

function Undone({ signInBy }: { signInBy: AccountChange['signInBy'] }) {
  const { t } = useTranslation(['security', 'social']);
  const { phone = null, identities = [] } = signInBy ?? {};
  const [provider] = identities;
  const canSignIn = phone !== null || provider !== undefined;
  return (
    <ResultScreen
      tone="success"
      heading={t(($) => $.undo.doneTitle)}
      actions={
        canSignIn ? (
          <ButtonLink to={phone === null ? '/login' : '/login/loginWithPhone'}>
            {t(($) => $.undo.logIn)}
          </ButtonLink>
        ) : (
          <SupportLink />
        )
      }
    >
      <div className={styles['words']} role="status">
        <p>{t(($) => $.undo.done)}</p>
        {phone === null ? null : <p>{t(($) => $.undo.signInPhone, { phone })}</p>}
        {phone === null && provider !== undefined ? (
          <p>
            {t(($) => $.undo.signInSocial, { provider: t(($) => $.social.providers[provider]) })}
          </p>
        ) : null}
        <p>{canSignIn ? t(($) => $.undo.after) : t(($) => $.undo.signInNone)}</p>
      </div>
    </ResultScreen>
  );
}

function WaysOn() {
  const { t } = useTranslation('common');
  return (
    <>
      <SupportLink />
      <ButtonLink to="/home" variant="quiet" replace>
        {t(($) => $.backToHome)}
      </ButtonLink>
    </>
  );
}

function SupportLink() {
  const { t } = useTranslation('security');
  return <ButtonLink to="/help">{t(($) => $.undo.help)}</ButtonLink>;
}
