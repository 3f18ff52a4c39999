import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/apiError.ts';
import type { ApiError } from '../../api/apiError.ts';
import { useResumableChange, withProof } from '../../api/proof.ts';
import { readSessionId } from '../../api/session.ts';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useDeleteAccountMutation } from './accountApi.ts';
import styles from './settings.module.css';

export interface DeleteAccountProps {
  offline: boolean;
  onDeleted: () => void;
}

type Step =
  | { status: 'resting' | 'asking' | 'deleting' }
  /** The account cannot be deleted yet, or an error occurred. */
  | { status: 'refused'; why: ApiError };

const failure: ApiError = { status: 500, code: 'serverError' };

/** Deletes the account. First a dialog explains which data is deleted and which data remains. */
export function DeleteAccount({ offline, onDeleted }: DeleteAccountProps) {
  const { t } = useTranslation('settings');
  const [step, go] = useState<Step>({ status: 'resting' });
  const [deleteAccount] = useDeleteAccountMutation();
  const lost = useRef(false);
  useResumableChange('deleteAccount', () => go({ status: 'asking' }));

  const end = async () => {
    go({ status: 'deleting' });
    const { error } = await withProof({ kind: 'deleteAccount' }, () => deleteAccount());
    // If an earlier attempt got no answer and the session is gone now, that attempt succeeded.
    const isOver = lost.current && readSessionId() === null;
    if (error === undefined || isOver) return onDeleted();
    const why = isApiError(error) ? error : failure;
    if (why.code === 'network') lost.current = true;
    go({ status: 'refused', why });
  };

  const close = () => {
    if (step.status !== 'deleting') go({ status: 'resting' });
  };

  return (
    <>
      <div className={styles['danger']}>
        <Button
          variant="text"
          disabled={offline}
          describedBy={offline ? 'data-reason' : undefined}
          onClick={() => go({ status: 'asking' })}
        >
          {t(($) => $.deleteAccount.delete)}
        </Button>
      </div>
      {step.status === 'refused' ? (
        <Refused why={step.why} onClose={close} />
      ) : (
        <Dialog
          open={step.status !== 'resting'}
          onClose={close}
          role="alertdialog"
          title={t(($) => $.deleteAccount.title)}
          actions={
            <>
              <Button onClick={close}>{t(($) => $.deleteAccount.keep)}</Button>
              <div className={styles['danger']}>
                <Button
                  variant="quiet"
                  busy={step.status === 'deleting'}
                  disabled={offline}
                  describedBy={offline ? 'data-reason' : undefined}
                  onClick={() => void end()}
                >
                  {step.status === 'deleting'
                    ? t(($) => $.deleteAccount.deleting)
                    : t(($) => $.deleteAccount.delete)}
                </Button>
              </div>
            </>
          }
        >
          <div className={styles['consequences']}>
            <p>{t(($) => $.deleteAccount.forGood)}</p>
            <p>{t(($) => $.deleteAccount.goes)}</p>
            <p>{t(($) => $.deleteAccount.stays)}</p>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Explains why the account cannot be deleted, and links to the cause. */
function Refused({ why: { code, orderId }, onClose }: { why: ApiError; onClose: () => void }) {
  const { t } = useTranslation(['settings', 'errors', 'messages']);
  const reasons: Partial<Record<ApiError['code'], string>> = {
    ongoingOrder: t(($) => $.deleteAccount.ongoing),
    unpaidOrder: t(($) => $.deleteAccount.unpaid),
    holdOpen: t(($) => $.errors.holdOpen),
  };
  const reason = reasons[code];
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      title={t(($) => $.deleteAccount.refused)}
      actions={
        <>
          {reason === undefined ? null : (
            <ButtonLink
              to={orderId === undefined ? '/history' : `/history/detail?orderId=${orderId}`}
            >
              {t(($) => $.deleteAccount.seeOrder)}
            </ButtonLink>
          )}
          <Button variant="quiet" onClick={onClose}>
            {t(($) => $.messages.ok)}
          </Button>
        </>
      }
    >
      {reason ?? t(($) => $.errors[code])}
    </Dialog>
  );
}
