import styles from './social.module.css';
import type { SocialAccount } from './useSocialAccount.ts';
import { useSocialText } from './useSocialText.ts';

export interface SocialProblemTextProps {
  account: Pick<SocialAccount, 'progress'>;
  purpose: 'signIn' | 'link';
}

/** The error of a social login, announced at once. */
export function SocialProblemText({ account: { progress }, purpose }: SocialProblemTextProps) {
  const textOf = useSocialText(purpose);
  if (progress.status !== 'refused') return null;
  return (
    <p role="alert" className={styles['problem']}>
      {textOf(progress)}
    </p>
  );
}
