import type { ReactNode } from 'react';
import type { SocialProvider } from '../../../../contract/signIn/socialProvider.ts';
import styles from './social.module.css';

/** The logos of Facebook, Apple and Google, in the colours that each brand requires. */
const shapes: Record<SocialProvider, ReactNode> = {
  facebook: (
    <>
      <circle cx="12" cy="12" r="12" fill="#0866FF" />
      <path
        fill="#FFFFFF"
        d="M13.62 24v-8.1h2.72l.52-3.38h-3.24v-2.19c0-.92.45-1.82 1.9-1.82h1.48V5.64s-1.34-.23-2.62-.23c-2.67 0-4.42 1.62-4.42 4.55v2.56H6.98v3.38h2.98V23.83A12.1 12.1 0 0 0 12 24c.55 0 1.09-.04 1.62-.11Z"
      />
    </>
  ),
  apple: (
    <path
      fill="currentColor"
      d="M17.05 12.54c-.03-2.53 2.07-3.75 2.16-3.81-1.18-1.72-3.01-1.96-3.66-1.98-1.56-.16-3.05.92-3.84.92-.79 0-2.01-.9-3.31-.87-1.7.02-3.27.99-4.15 2.51-1.77 3.07-.45 7.62 1.27 10.11.84 1.22 1.85 2.59 3.16 2.54 1.27-.05 1.75-.82 3.29-.82s1.97.82 3.31.79c1.37-.02 2.24-1.24 3.07-2.47.97-1.41 1.37-2.78 1.39-2.85-.03-.01-2.66-1.02-2.69-4.07ZM14.52 5.1c.7-.85 1.17-2.03 1.04-3.2-1.01.04-2.23.67-2.95 1.51-.65.75-1.22 1.95-1.07 3.1 1.13.09 2.28-.57 2.98-1.41Z"
    />
  ),
  google: (
    <>
      <path
        fill="#4285F4"
        d="M22.56 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.92a5.06 5.06 0 0 1-2.2 3.32v2.77h3.57c2.08-1.92 3.27-4.74 3.27-8.1Z"
      />
      <path
        fill="#34A853"
        d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.66-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84A11 11 0 0 0 12 23Z"
      />
      <path
        fill="#FBBC05"
        d="M5.84 14.09a6.6 6.6 0 0 1 0-4.18V7.07H2.18a11 11 0 0 0 0 9.86l3.66-2.84Z"
      />
      <path
        fill="#EA4335"
        d="M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15A10.56 10.56 0 0 0 12 1 11 11 0 0 0 2.18 7.07l3.66 2.84A6.56 6.56 0 0 1 12 5.38Z"
      />
    </>
  ),
};

export function ProviderLogo({ provider }: { provider: SocialProvider }) {
  return (
    <svg viewBox="0 0 24 24" className={styles['mark']} aria-hidden="true">
      {shapes[provider]}
    </svg>
  );
}
