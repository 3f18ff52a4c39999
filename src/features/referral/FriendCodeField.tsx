import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { withoutLink } from './readInvite.ts';
import styles from './referral.module.css';

/** The length limit of the field. A pasted link may be a part of a longer message. */
const longestPaste = 500;

export interface FriendCodeFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  value: string;
  onChange: (typed: string) => void;
  onApply: () => void;
  busy: boolean;
  error: string | null;
  /** Set if the rider cannot redeem a code now. `reasonId` is the id of the text that explains why. */
  blocked?: { reasonId: string } | null | undefined;
}

/**
 * The field for a friend's code. The Enter key applies the code, and does not submit the form
 * around the field.
 */
export function FriendCodeField({
  ref,
  label,
  value,
  onChange,
  onApply,
  busy,
  error,
  blocked = null,
}: FriendCodeFieldProps) {
  const { t } = useTranslation('referral');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null) uncover(box.current);
  }, [error]);

  return (
    <div
      ref={box}
      className={styles['entry']}
      onFocus={({ target }) => {
        // A mouse press on "Apply code" focuses the button, but must not scroll the page. Otherwise the button moves
        // away from the pointer before the release, and the browser sends no click.
        if (target.matches(':focus-visible')) uncover(box.current);
      }}
    >
      <TextField
        ref={ref}
        label={label}
        name="inviteCode"
        value={value}
        onChange={(typed) => onChange(withoutLink(typed))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onApply();
        }}
        error={error}
        speaksError
        hint={t(($) => $.enter.hint)}
        autoCapitalize="characters"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={longestPaste}
      />
      <Button
        variant="quiet"
        busy={busy}
        disabled={blocked !== null}
        describedBy={blocked?.reasonId}
        onClick={onApply}
      >
        {busy ? t(($) => $.enter.checking) : t(($) => $.enter.apply)}
      </Button>
    </div>
  );
}

/** Scrolls the page, because the bar at the bottom of a low screen may cover the field or its message. */
function uncover(box: HTMLElement | null): void {
  box?.scrollIntoView({ block: 'start' });
}
