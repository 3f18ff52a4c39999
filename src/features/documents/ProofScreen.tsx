import { Download, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReturnFacts, ReturnProof } from '../../../contract/proofs.ts';
import { isReturnFacts } from '../../../contract/rules/shapes/proofShape.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { saveFile } from '../../lib/device/saveFile.ts';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { Disclosure } from '../../ui/dialog/Disclosure.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Facts } from '../../ui/display/Facts.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { useToast } from '../../ui/feedback/messages.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import styles from './ProofScreen.module.css';
import { useGetReturnProofQuery } from './proofApi.ts';

/** The signed proof of a return, with the buttons to share or save its file. */
export function ProofScreen({ orderId }: { orderId: string }) {
  const { t } = useTranslation(['proof', 'titles', 'errors']);
  const { data, error, refetch } = useGetReturnProofQuery(orderId);
  const code = error === undefined ? null : apiErrorCode(error);
  const facts = data && factsOf(data);
  const isMissing = code === 'notFound' || code === 'orderNotFound';
  return (
    <Screen
      heading={t(($) => $.titles.returnProof)}
      footer={
        isMissing ? (
          <ButtonLink to={`/history/detail?orderId=${encodeURIComponent(orderId)}`} replace>
            {t(($) => $.toReceipt)}
          </ButtonLink>
        ) : null
      }
    >
      {data && facts ? (
        <Proof proof={data} facts={facts} />
      ) : code === null && data === undefined ? (
        <Skeleton lines={8} />
      ) : (
        <ErrorState
          message={
            code === 'notFound' ? t(($) => $.none) : t(($) => $.errors[code ?? 'serverError'])
          }
          isExact={isMissing}
          onRetry={isMissing ? undefined : () => void refetch()}
        />
      )}
    </Screen>
  );
}

function Proof({ proof, facts }: { proof: ReturnProof; facts: ReturnFacts }) {
  const { t } = useTranslation('proof');
  const toast = useToast();
  const file = new File([`${JSON.stringify(proof, null, 2)}\n`], `proof-${facts.order}.json`, {
    type: 'application/json',
  });
  // Many browsers cannot share JSON files. Every browser that can share files can share plain text.
  const shared = { files: [new File([file], `proof-${facts.order}.txt`, { type: 'text/plain' })] };
  const canShare = navigator.canShare?.(shared);

  const save = () => {
    saveFile(file, file.name);
    toast(t(($) => $.saved));
  };
  const share = async () => {
    try {
      await navigator.share(shared);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      // If the rider closed the share sheet, do nothing. If the sheet did not open, save the file
      // instead.
      if (error.name !== 'AbortError') save();
    }
  };

  const code = (text: string) => <code className={styles['code']}>{text}</code>;
  const time = (at: string | null) =>
    at === null ? t(($) => $.eventUnknown) : <DateTime value={at} />;
  return (
    <div className={styles['page']}>
      <p>{t(($) => $.lead)}</p>
      <Facts
        rows={[
          { label: t(($) => $.order), value: facts.order },
          { label: t(($) => $.charger), value: facts.charger },
          { label: t(($) => $.station), value: <bdi>{facts.station.name}</bdi> },
          { label: t(($) => $.slot), value: facts.slot },
          { label: t(($) => $.returnedAt), value: time(facts.returnedAt) },
        ]}
      />
      <Disclosure summary={t(($) => $.technical)}>
        <Facts
          rows={[
            {
              label: t(($) => $.event),
              value: facts.event === null ? t(($) => $.eventUnknown) : facts.event.number,
            },
            { label: t(($) => $.cabinetAt), value: time(facts.cabinetAt) },
            { label: t(($) => $.receivedAt), value: time(facts.receivedAt) },
            { label: t(($) => $.key), value: code(proof.key) },
            { label: t(($) => $.signature), value: code(proof.signature) },
          ]}
        />
      </Disclosure>
      <Button icon={<Download aria-hidden size={20} />} onClick={save}>
        {t(($) => $.download)}
      </Button>
      {canShare ? (
        <Button
          variant="quiet"
          icon={<Share2 aria-hidden size={20} />}
          onClick={() => void share()}
        >
          {t(($) => $.share)}
        </Button>
      ) : null}
    </div>
  );
}

/** The facts in the signed text; null if this app does not support the version of the text. */
function factsOf({ payload }: ReturnProof): ReturnFacts | null {
  try {
    const facts: unknown = JSON.parse(payload);
    return isReturnFacts(facts) ? facts : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
