import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodeIssued, CodeRequest } from '../../../../contract/signIn/auth.ts';
import { isApiError } from '../../../api/apiError.ts';
import { Button } from '../../../ui/button/Button.tsx';
import styles from '../auth.module.css';
import { useRequestCodeMutation } from '../authApi.ts';

interface Asked {
  data?: CodeIssued | undefined;
  error?: unknown;
}

/**
 * Returns a function that requests a code. If the server answers with a challenge, the function solves the challenge
 * and repeats the request. Meanwhile, `notice` explains the wait and contains a button that cancels the request.
 */
export function useCodeRequest(): {
  request: (wanted: CodeRequest) => Promise<Asked>;
  notice: ReactNode;
} {
  const { t } = useTranslation('auth');
  const [requestCode] = useRequestCodeMutation();
  const [working, setWorking] = useState(false);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const request = async (wanted: CodeRequest): Promise<Asked> => {
    const first = await requestCode(wanted);
    const challenge = isApiError(first.error) ? first.error.challenge : undefined;
    if (challenge === undefined) return first;
    const { signal } = (controller.current = new AbortController());
    setWorking(true);
    const solution = await import('./solveChallenge.ts')
      .then(({ solveChallenge }) => solveChallenge(challenge, signal))
      .finally(() => setWorking(false));
    return solution === null ? first : requestCode({ ...wanted, solution });
  };

  const notice = (
    <div role="status">
      {working ? (
        <p className={styles['reason']}>
          {t(($) => $.challenge.working)}{' '}
          <Button variant="text" onClick={() => controller.current?.abort()}>
            {t(($) => $.challenge.cancel)}
          </Button>
        </p>
      ) : null}
    </div>
  );
  return { request, notice };
}
