import type { ReactNode, Ref } from 'react';
import styles from './IconButton.module.css';
import { Link } from '../link/Link.tsx';
import { useSinglePress } from './useSinglePress.ts';

interface IconProps {
  /** The accessible name. The icon itself is hidden from screen readers. */
  label: string;
  icon: ReactNode;
  /** `ring` draws an edge. Use it for a button on a map or at the end of a row. */
  look?: 'plain' | 'ring' | undefined;
}

export interface IconButtonProps extends IconProps {
  onClick?: (() => void) | undefined;
  /** The state of a toggle button, such as the button of a torch. */
  pressed?: boolean | undefined;
  disabled?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

export function IconButton({
  label,
  icon,
  look = 'plain',
  onClick,
  pressed,
  disabled = false,
  ref,
}: IconButtonProps) {
  const press = useSinglePress();
  return (
    <button
      ref={ref}
      type="button"
      className={`${styles['icon']} ${styles[look]}`}
      aria-label={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={() => {
        if (press()) onClick?.();
      }}
    >
      <span className={styles['drawing']} aria-hidden="true">
        {icon}
      </span>
    </button>
  );
}

export interface IconLinkProps extends IconProps {
  /** A path of the app, or a complete address. A complete address opens in a new tab. */
  to: string;
}

export function IconLink({ label, icon, look = 'plain', to }: IconLinkProps) {
  const className = `${styles['icon']} ${styles[look]}`;
  const drawing = (
    <span className={styles['drawing']} aria-hidden="true">
      {icon}
    </span>
  );
  if (/^[a-z]+:/i.test(to)) {
    return (
      <a href={to} target="_blank" rel="noreferrer" className={className} aria-label={label}>
        {drawing}
      </a>
    );
  }
  return (
    <Link to={to} className={className} aria-label={label}>
      {drawing}
    </Link>
  );
}
