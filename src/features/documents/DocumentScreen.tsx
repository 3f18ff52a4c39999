import { Download, ExternalLink, FileText, Share2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { apiErrorCode } from '../../api/apiError.ts';
import { saveFile } from '../../lib/device/saveFile.ts';
import { formatMonth } from '../../lib/format/formatMonth.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { useAnnounce, useToast } from '../../ui/feedback/messages.ts';
import { NewTabLink } from '../../ui/link/NewTabLink.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { UpdatedAt } from '../../ui/display/UpdatedAt.tsx';
import type { DocumentFile } from './documentFile.ts';
import styles from './DocumentScreen.module.css';
import { documentBytes, useGetDocumentQuery } from './documentsApi.ts';
import type { DocumentView } from './documentsApi.ts';
import { formatBytes } from './formatBytes.ts';

/** A PDF with its name, its size, and the buttons to open, save or share it. */
export function DocumentScreen({ file }: { file: DocumentFile }) {
  const { t, i18n } = useTranslation(['orders', 'errors']);
  const announce = useAnnounce();
  const query = { address: file.address, language: i18n.language };
  const { currentData, error, isFetching, refetch } = useGetDocumentQuery(query, {
    refetchOnMountOrArgChange: true,
  });
  const ready = currentData !== undefined && !isFetching;
  const announced = useRef('');
  useEffect(() => {
    // Announce only the first load of a document, not a later load after an interruption.
    if (!ready || announced.current === file.address) return;
    announced.current = file.address;
    announce(t(($) => $.documents.ready));
  }, [ready, file.address, announce, t]);

  const code = error === undefined ? null : apiErrorCode(error);
  const missing = code === 'orderNotFound' || code === 'notFound';
  return (
    <Screen
      heading={
        file.month === null
          ? t(($) => $.documents.receipt)
          : t(($) => $.documents.statement, { month: formatMonth(file.month, i18n.language) })
      }
    >
      <div className={styles['page']} aria-busy={isFetching}>
        {currentData && code !== null && code !== 'network' ? (
          <Banner tone="info">{t(($) => $.errors[code])}</Banner>
        ) : null}
        {currentData ? (
          <FileCard document={currentData} />
        ) : code === null ? (
          <>
            <p>{t(($) => $.documents.preparing)}</p>
            <Skeleton lines={3} />
          </>
        ) : (
          <ErrorState
            message={
              code === 'network' ? t(($) => $.documents.neverSeen) : t(($) => $.errors[code])
            }
            isExact
            onRetry={missing ? undefined : () => void refetch()}
          />
        )}
        {missing ? (
          <ButtonLink to="/history" variant="quiet" replace>
            {t(($) => $.documents.toHistory)}
          </ButtonLink>
        ) : null}
      </div>
    </Screen>
  );
}

function FileCard({ document }: { document: DocumentView }) {
  const { t, i18n } = useTranslation('orders');
  const toast = useToast();
  const { url, name, size, oldFrom } = document;
  const bytes = documentBytes(document);
  const shared = bytes === null ? null : { files: [bytes], title: name };
  const canShare = shared !== null && navigator.canShare?.(shared);

  const share = async () => {
    if (shared === null || bytes === null) return;
    try {
      await navigator.share(shared);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      // If the rider closed the share sheet, do nothing. If the sheet did not open, save the file
      // instead.
      if (error.name !== 'AbortError') saveFile(bytes, name);
    }
  };

  return (
    <>
      {oldFrom === null ? null : (
        <Banner tone="info">
          {t(($) => $.documents.kept)} <UpdatedAt at={oldFrom} />
        </Banner>
      )}
      <div className={styles['card']}>
        <FileText aria-hidden size={28} />
        <div className={styles['words']}>
          <bdi className={styles['name']}>{name}</bdi>
          <span className={styles['size']}>
            {t(($) => $.documents.kind, { size: formatBytes(size, i18n.language) })}
          </span>
        </div>
      </div>
      {/* The PDF opens in a new window, because an installed app has no Back button in a PDF. */}
      <NewTabLink href={url} icon={<ExternalLink aria-hidden size={20} />}>
        {t(($) => $.documents.open)}
      </NewTabLink>
      <Button
        variant="quiet"
        icon={<Download aria-hidden size={20} />}
        onClick={() => {
          if (bytes === null) return;
          saveFile(bytes, name);
          toast(t(($) => $.documents.saved));
        }}
      >
        {t(($) => $.documents.download)}
      </Button>
      {canShare ? (
        <Button
          variant="quiet"
          icon={<Share2 aria-hidden size={20} />}
          onClick={() => void share()}
        >
          {t(($) => $.documents.share)}
        </Button>
      ) : null}
    </>
  );
}
