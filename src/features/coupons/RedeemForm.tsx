import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coupon } from '../../../contract/coupons.ts';
import { apiErrorCode, isApiError } from '../../api/apiError.ts';
import { useConnection } from '../../api/connection.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { formatDuration } from '../../../contract/rules/format/duration.ts';
import { useNowUntil } from '../../lib/format/useNowUntil.ts';
import { Button } from '../../ui/button/Button.tsx';
import { HelpLink } from '../../ui/link/HelpLink.tsx';
import { useAnnounce, useToast } from '../../ui/feedback/messages.ts';
import { Screen } from '../../ui/screen/Screen.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import styles from './coupons.module.css';
import { useRedeemCouponMutation } from './couponsApi.ts';
import { Redeemed } from './Redeemed.tsx';

const minute = 60_000;
const longestCode = 64;

export interface RedeemFormProps {
  /**
   * The code from a link. The form fills in the code. The rider must press the button that redeems
   * it.
   */
  prefilled: string;
  /**
   * Redeems a code that the server does not know as a coupon, such as an invite code. If the server
   * accepts the code, shows the reward and resolves to true.
   */
  tryOtherCode: (code: string) => Promise<boolean>;
  /** Shown at the end of the form, below the redeemed coupon. */
  children?: ReactNode;
}

/**
 * A form that redeems a code and shows the result. The code may be typed, pasted or from a link.
 */
export function RedeemForm({ prefilled, tryOtherCode, children }: RedeemFormProps) {
  const { t, i18n } = useTranslation(['coupons', 'common']);
  const toast = useToast();
  const announce = useAnnounce();
  const errorText = useErrorText();
  const offline = useConnection() === 'offline';
  const [code, type] = useState(prefilled.slice(0, longestCode));
  const [problem, setProblem] = useState<string | null>(null);
  const [lockedUntil, lock] = useState(0);
  const [redeemed, keep] = useState<Coupon | null>(null);
  const [redeem, redeeming] = useRedeemCouponMutation();
  const [isTryingOther, tryOther] = useState(false);
  const isLoading = redeeming.isLoading || isTryingOther;
  const field = useRef<HTMLInputElement>(null);
  const reasonId = useId();

  const lockedMs = lockedUntil - useNowUntil(lockedUntil, 1000);
  const locked = lockedMs > 0 ? lockText(lockedMs) : null;
  const reason = offline ? t(($) => $.common.offlineActions) : null;

  function lockText(milliseconds: number): string {
    const whole = Math.ceil(milliseconds / minute) * minute;
    return t(($) => $.share.locked, { time: formatDuration(whole, i18n.language) });
  }

  const refuse = (text: string | null) => {
    setProblem(text);
    field.current?.focus();
  };

  const isOtherCode = async (typed: string): Promise<boolean> => {
    tryOther(true);
    try {
      return await tryOtherCode(typed);
    } finally {
      tryOther(false);
    }
  };

  const submit = async () => {
    if (isLoading || offline || locked !== null) return;
    const typed = code.trim();
    if (typed === '') {
      refuse(t(($) => $.share.missing));
      return;
    }
    setProblem(null);
    const { data, error } = await redeem({ code: typed });
    if (data) {
      type('');
      keep(data);
      toast(t(($) => $.share.redeemed));
    } else if (isApiError(error) && error.code === 'tooManyRequests') {
      const wait = (error.retryAfter ?? 60) * 1000;
      lock(Date.now() + wait);
      announce(lockText(wait));
    } else if (isApiError(error) && (error.status === 0 || error.status >= 500)) {
      refuse(t(($) => $.share.outcomeUnknown));
    } else if (apiErrorCode(error) === 'couponInvalid' && (await isOtherCode(typed))) {
      type('');
    } else {
      refuse(errorText(error));
      field.current?.select();
    }
  };

  const paste = async () => {
    try {
      type((await navigator.clipboard.readText()).trim().slice(0, longestCode));
      refuse(null);
    } catch (error) {
      // The rider or the browser refused access to the clipboard.
      if (!(error instanceof DOMException)) throw error;
      refuse(t(($) => $.share.pasteFailed));
    }
  };

  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Screen
        heading={t(($) => $.share.heading)}
        lead={t(($) => $.share.lead)}
        footer={
          <>
            {reason === null ? null : (
              <p id={reasonId} className={styles['reason']}>
                {reason}
              </p>
            )}
            <Button
              type="submit"
              variant="action"
              busy={isLoading}
              disabled={offline || locked !== null}
              describedBy={reason === null ? undefined : reasonId}
            >
              {isLoading ? t(($) => $.share.redeeming) : t(($) => $.share.redeem)}
            </Button>
          </>
        }
      >
        <TextField
          ref={field}
          label={t(($) => $.share.code)}
          name="couponCode"
          value={code}
          onChange={(text) => {
            type(text);
            setProblem(null);
          }}
          error={locked ?? problem}
          // Screen readers do not announce the countdown of the wait.
          speaksError={locked === null}
          hint={t(($) => $.share.hint)}
          autoCapitalize="off"
          autoComplete="off"
          enterKeyHint="go"
          maxLength={longestCode}
          suffix={
            canPaste() ? (
              <button type="button" className={styles['paste']} onClick={() => void paste()}>
                {t(($) => $.share.paste)}
              </button>
            ) : undefined
          }
        />
        {problem === null ? null : <HelpLink about="couponInvalid" />}
        {redeemed ? <Redeemed coupon={redeemed} /> : null}
        {children}
      </Screen>
    </form>
  );
}

/**
 * Whether the browser offers access to the clipboard. Some browsers do not, and no browser does on
 * a page without HTTPS.
 */
function canPaste(): boolean {
  const clipboard: Clipboard | undefined = navigator.clipboard;
  return typeof clipboard?.readText === 'function';
}
