import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Raffle } from '../../../../contract/raffle.ts';
import { useErrorText } from '../../../api/useErrorText.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { canCheck, checkDraws } from './checkDraws.ts';
import type { ReportedDraw, Verdict } from './checkDraws.ts';
import { savedHash } from './savedHashes.ts';
import styles from '../promotions.module.css';
import { useLazyGetDrawsQuery } from '../promotionsApi.ts';

type Check =
  | { status: 'idle' }
  | { status: 'busy'; of: 'mine' | 'all' }
  | { status: 'failed'; error: unknown }
  | { status: 'done'; of: 'mine' | 'all'; verdict: Verdict };

/** Checks the draws of an ended raffle: this browser computes the draws again. */
export function RaffleCheck({ raffle }: { raffle: Raffle }) {
  const { t } = useTranslation('promotions');
  const [check, become] = useState<Check>({ status: 'idle' });
  const readAll = useAllDraws(raffle.type);
  const mine = raffle.mine?.entries ?? [];

  const run = async (of: 'mine' | 'all', read: () => Promise<readonly ReportedDraw[] | Failed>) => {
    if (check.status === 'busy') return;
    become({ status: 'busy', of });
    const reported = await read();
    if ('error' in reported) {
      become({ status: 'failed', error: reported.error });
      return;
    }
    const saved = savedHash(raffle.type);
    const verdict = await checkDraws({ raffle, savedHash: saved, reported, isAll: of === 'all' });
    become({ status: 'done', of, verdict });
  };

  if (!canCheck()) return <p className={styles['reason']}>{t(($) => $.proof.cannot)}</p>;
  const busy = check.status === 'busy' ? check.of : null;
  return (
    <>
      {mine.length === 0 ? null : (
        <Button
          variant="quiet"
          busy={busy === 'mine'}
          onClick={() => void run('mine', async () => mine)}
        >
          {busy === 'mine' ? t(($) => $.proof.checking) : t(($) => $.proof.checkMine)}
        </Button>
      )}
      <Button variant="quiet" busy={busy === 'all'} onClick={() => void run('all', readAll)}>
        {busy === 'all' ? t(($) => $.proof.checking) : t(($) => $.proof.checkAll)}
      </Button>
      <div role="status">
        <Outcome check={check} />
      </div>
    </>
  );
}

interface Failed {
  error: unknown;
}

/** Returns a function that fetches all pages of the published draws. */
function useAllDraws(type: string): () => Promise<readonly ReportedDraw[] | Failed> {
  const [getDraws] = useLazyGetDrawsQuery();
  return async () => {
    const all: ReportedDraw[] = [];
    for (let after: number | null = 0; after !== null;) {
      const { data, error }: Awaited<ReturnType<typeof getDraws>> = await getDraws({ type, after });
      if (data === undefined) return { error };
      all.push(...data.draws);
      // Stop if `next` is not higher than `after`. Otherwise, a wrong answer could make this loop endless.
      after = data.next !== null && data.next > after ? data.next : null;
    }
    return all;
  };
}

function Outcome({ check }: { check: Check }) {
  const { t } = useTranslation('promotions');
  const errorText = useErrorText();
  if (check.status === 'failed') return <Banner tone="danger">{errorText(check.error)}</Banner>;
  if (check.status !== 'done') return null;
  const { of, verdict } = check;
  if (verdict.status === 'right') {
    const { count } = verdict;
    return (
      <p className={styles['right']}>
        {of === 'mine'
          ? t(($) => $.proof.mineRight, { count })
          : t(($) => $.proof.allRight, { count })}
      </p>
    );
  }
  return <Banner tone="danger">{trouble(verdict)}</Banner>;

  function trouble(wrong: Exclude<Verdict, { status: 'right' }>): string {
    switch (wrong.status) {
      case 'wrong':
        return t(($) => $.proof.wrong, { number: String(wrong.number) });
      case 'incomplete':
        return t(($) => $.proof.incomplete);
      case 'otherSeed':
        return t(($) => $.proof.otherSeed);
      case 'otherHash':
        return t(($) => $.proof.otherHash);
    }
  }
}
