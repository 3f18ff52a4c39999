import '../../../features/claims/evidenceTexts.ts';
import { ScanLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../../contract/orders.ts';
import { faultyWithinMs } from '../../../../contract/rules/app/faultyReports.ts';
import { useGetConfigQuery } from '../../../api/configApi.ts';
import { useServerNow } from '../../../api/serverClock.ts';
import { useErrorText } from '../../../api/useErrorText.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { readStationLink } from '../../../features/scan/readStationLink.ts';
import { Scanner } from '../../../features/scan/Scanner.tsx';
import styles from './claims.module.css';
import { useReportFaultyMutation } from '../../../features/claims/claimsApi.ts';

/** The button "The charger does not charge", and how the rider gets another charger. */
export function FaultyPanel({ order }: { order: Order }) {
  const { t } = useTranslation('evidence');
  const errorText = useErrorText();
  const { data: config } = useGetConfigQuery();
  const now = useServerNow(10_000);
  const [report, { error, isLoading }] = useReportFaultyMutation();
  const [isConfirming, confirm] = useState(false);
  const [isScanning, scan] = useState(false);
  const [isWrong, refuse] = useState(false);
  const swap = order.faulty?.swap;
  const startedAt = Date.parse(order.startedAt ?? order.createdAt);
  const isOver = now > startedAt + faultyWithinMs;
  // Keep the panel while a question is open or an error is visible, so that the rider can read
  // them.
  const isInUse = isConfirming || isLoading || error !== undefined;
  if (swap === undefined && isOver && !isInUse) return null;

  const swapHere = () => {
    confirm(false);
    void report({ orderId: order.id, body: {} });
  };

  const read = (text: string) => {
    const trusted = { origin: location.origin, linkHosts: config?.linkHosts ?? [] };
    const stationId = readStationLink(text, trusted);
    refuse(stationId === null);
    if (stationId === null) return;
    scan(false);
    void report({ orderId: order.id, body: { stationId } });
  };

  return (
    <section className={styles['more']}>
      {swap === undefined ? (
        <div className={styles['swap']}>
          <p className={styles['explain']}>{t(($) => $.faultyExplain)}</p>
          <Button variant="text" busy={isLoading} onClick={() => confirm(true)}>
            {isLoading ? t(($) => $.faultySending) : t(($) => $.faulty)}
          </Button>
          {/* The cabinet ejects another charger at once, so ask whether the rider is at the
              cabinet. */}
          <Dialog
            open={isConfirming}
            onClose={() => confirm(false)}
            role="alertdialog"
            title={t(($) => $.swapQuestion, { station: order.station.name })}
            actions={
              <>
                <Button variant="action" onClick={swapHere}>
                  {t(($) => $.swapHere)}
                </Button>
                <Button variant="quiet" onClick={() => confirm(false)}>
                  {t(($) => $.notNow)}
                </Button>
              </>
            }
          >
            {t(($) => $.swapExplain)}
          </Dialog>
        </div>
      ) : (
        <Banner tone="info">
          <h2>{t(($) => $.freeHeading)}</h2>
          <p role="status">{swap === 'done' ? t(($) => $.freeDone) : t(($) => $.freeNone)}</p>
        </Banner>
      )}
      {swap === 'none' || swap === 'failed' ? (
        <Button
          variant="quiet"
          icon={<ScanLine aria-hidden />}
          busy={isLoading}
          onClick={() => scan(!isScanning)}
        >
          {isScanning ? t(($) => $.closeScan) : t(($) => $.scanStation)}
        </Button>
      ) : null}
      {isScanning ? (
        <Scanner
          hint={t(($) => $.scanStationHint)}
          onText={read}
          onDismiss={() => scan(false)}
          problem={isWrong ? t(($) => $.scanStationWrong) : null}
        />
      ) : null}
      {error === undefined ? null : (
        <Banner tone="danger">
          <p role="alert">{errorText(error)}</p>
        </Banner>
      )}
    </section>
  );
}
