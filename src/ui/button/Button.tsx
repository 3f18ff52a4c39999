import type { MouseEvent, ReactNode, Ref } from 'react';
import styles from './Button.module.css';
import { Link } from '../link/Link.tsx';
import { useSinglePress } from './useSinglePress.ts';

/**
 * `spark` is for the steps to a charger, the return of a charger, and payments. A screen has at
 * most one such button. `action` is for any other main action.
 */
type ButtonVariant = 'spark' | 'action' | 'quiet' | 'text';

interface Look {
  variant?: ButtonVariant | undefined;
  icon?: ReactNode;
  children: ReactNode;
}

export interface ButtonProps extends Look {
  /** True while the action runs. The button then does nothing, but keeps its name and the focus. */
  busy?: boolean | undefined;
  disabled?: boolean | undefined;
  type?: 'button' | 'submit' | undefined;
  onClick?: (() => void) | undefined;
  /**
   * The accessible name. Set it if the visible text is not clear without its context. The name must
   * contain the visible text.
   */
  label?: string | undefined;
  /** The id of a text that explains the button, or explains why it is disabled. */
  describedBy?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

function look(variant: ButtonVariant): string {
  return `${styles['button']} ${styles[variant]}`;
}

export function Button({
  variant = 'action',
  icon,
  children,
  busy = false,
  disabled = false,
  type = 'button',
  onClick,
  label,
  describedBy,
  ref,
}: ButtonProps) {
  const press = useSinglePress();
  return (
    <button
      ref={ref}
      type={type}
      className={look(variant)}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      aria-label={label}
      aria-describedby={describedBy}
      onClick={(event) => {
        if (busy || !press()) event.preventDefault();
        else onClick?.();
      }}
    >
      {busy ? <span className={styles['pill']} aria-hidden="true" /> : icon}
      <span>{children}</span>
    </button>
  );
}

export interface ButtonLinkProps extends Look {
  to: string;
  replace?: boolean | undefined;
  onClick?: ((event: MouseEvent) => void) | undefined;
}

/** A link to another page that looks like a button. */
export function ButtonLink({
  to,
  replace = false,
  onClick,
  variant = 'action',
  icon,
  children,
}: ButtonLinkProps) {
  return (
    <Link to={to} replace={replace} onClick={onClick} className={look(variant)}>
      {icon}
      <span>{children}</span>
    </Link>
  );
}

export interface ButtonLinkOutProps extends Look {
  /** An address outside the app. */
  href: string;
  onClick?: (() => void) | undefined;
}

/** A link to an address outside the app that looks like a button. */
export function ButtonLinkOut({
  href,
  onClick,
  variant = 'action',
  icon,
  children,
}: ButtonLinkOutProps) {
  return (
    <a href={href} onClick={onClick} className={look(variant)}>
      {icon}
      <span>{children}</span>
    </a>
  );
}
