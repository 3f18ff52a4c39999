import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError, type ApiError } from '../../api/apiError.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { forgetInvite, storeInvite, savedInvite } from '../../lib/storage/savedInvite.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Disclosure } from '../../ui/dialog/Disclosure.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import { SlotIcon } from '../../ui/display/SlotIcon.tsx';
import { useCheckFriendCodeMutation } from './friendCodeApi.ts';
import { FriendCodeField } from './FriendCodeField.tsx';
import { readInvite } from './readInvite.ts';
import styles from './referral.module.css';

/**
 * The invite code for a new account, from a link or typed here. The app stores the code when its format is valid.
 * Therefore the login uses the code even if the guest does not wait for the server's check.
 */
export function InviteAtLogin() {
  const { t } = useTranslation('referral');
  const { data: config } = useGetConfigQuery();
  const announce = useAnnounce();
  const errorText = useErrorText();
  const [check, { isLoading }] = useCheckFriendCodeMutation();
  const [isOpen, open] = useState(false);
  const [isEditing, edit] = useState(() => savedInvite() === null);
  const [typed, type] = useState(() => savedInvite() ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [refusal, note] = useState<ApiError | null>(null);
  const [isUnchecked, wasUnchecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const changeButton = useRef<HTMLButtonElement>(null);
  const newest = useRef(typed);
  const [moves, move] = useState(0);

  // The element with the focus has disappeared, so move the focus.
  useEffect(() => {
    if (moves > 0) (isEditing ? field.current : changeButton.current)?.focus();
  }, [moves, isEditing]);

  // Check a stored code, for example from a link, so that the guest learns before the login if the code is invalid.
  useEffect(() => {
    const code = savedInvite();
    if (code === null) return;
    void check({ code }).then(({ error }) => {
      if (newest.current !== code || !isApiError(error) || !isAnswered(error)) return;
      forgetInvite();
      open(true);
      edit(true);
      note(error);
    });
  }, [check]);

  const reward = config?.referral.reward;
  if (reward?.amount === 0) return null;
  const amount = reward === undefined ? null : formatMoney(reward);

  const change = (text: string) => {
    newest.current = text;
    type(text);
    setProblem(null);
    note(null);
    wasUnchecked(false);
    const code = readInvite(text);
    if (code === null) forgetInvite();
    else storeInvite(code);
  };

  const refuse = (text: string) => {
    setProblem(text);
    field.current?.focus();
  };

  const apply = async () => {
    if (isLoading) return;
    const code = readInvite(typed);
    if (code === null) {
      refuse(typed.trim() === '' ? t(($) => $.enter.missing) : t(($) => $.enter.malformed));
      return;
    }
    note(null);
    const { data, error } = await check({ code });
    // If the guest has typed another code during the check, ignore the answer about the old code.
    if (newest.current !== typed) return;
    if (data) {
      edit(false);
      move((count) => count + 1);
      announce(t(($) => $.enter.applied, { code }));
    } else if (isApiError(error) && isAnswered(error)) {
      forgetInvite();
      note(error);
      field.current?.focus();
    } else {
      wasUnchecked(true);
      announce(t(($) => $.enter.unchecked));
    }
  };

  if (!isEditing) {
    return (
      <div className={styles['invited']}>
        <SlotIcon fill={1} size="small" />
        <div className={styles['invitedWords']}>
          {amount === null ? null : <p>{t(($) => $.invited, { reward: amount })}</p>}
          <p className={styles['detail']}>
            {t(($) => $.enter.code)} <bdi translate="no">{readInvite(typed) ?? typed}</bdi>
          </p>
        </div>
        <Button
          ref={changeButton}
          variant="text"
          label={t(($) => $.enter.changeCode)}
          onClick={() => {
            open(true);
            edit(true);
            move((count) => count + 1);
          }}
        >
          {t(($) => $.enter.change)}
        </Button>
      </div>
    );
  }
  return (
    <Disclosure
      summary={t(($) => $.enter.ask)}
      open={isOpen}
      onOpened={() => field.current?.focus()}
    >
      {amount === null ? null : <p>{t(($) => $.enter.both, { reward: amount })}</p>}
      <FriendCodeField
        ref={field}
        label={t(($) => $.enter.label)}
        value={typed}
        onChange={change}
        onApply={() => void apply()}
        busy={isLoading}
        error={problem ?? (refusal && errorText(refusal))}
      />
      {isUnchecked ? <p className={styles['detail']}>{t(($) => $.enter.unchecked)}</p> : null}
    </Disclosure>
  );
}

/** Whether the error is the result of a check by the server. */
function isAnswered({ status, code }: ApiError): boolean {
  return status >= 400 && status < 500 && code !== 'tooManyRequests';
}
