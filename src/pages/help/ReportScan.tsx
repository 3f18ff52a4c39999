import '../../features/claims/evidenceTexts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { readCode, type ScannedThing } from '../../features/scan/readCharger.ts';
import { ScanButton } from '../../features/scan/ScanButton.tsx';

export interface ReportScanProps {
  /** Called with the station or the charger that the code names. */
  onFound: (found: ScannedThing) => void;
}

/** Scans the code of the charger or of the station for a report. */
export function ReportScan({ onFound }: ReportScanProps) {
  const { t } = useTranslation('evidence');
  const { data: config } = useGetConfigQuery();
  const [isOpen, open] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const [isScanned, setScanned] = useState(false);

  const read = (text: string) => {
    const found = readCode(text, { origin: location.origin, linkHosts: config?.linkHosts ?? [] });
    setWrong(found === null);
    if (found === null) return;
    open(false);
    setScanned(true);
    onFound(found);
  };
  return (
    <>
      <ScanButton
        isOpen={isOpen}
        onOpen={open}
        label={t(($) => $.scan)}
        close={t(($) => $.closeScan)}
        hint={t(($) => $.scanHint)}
        problem={isWrong ? t(($) => $.scanWrong) : null}
        onText={read}
      />
      <div role="status">{isScanned ? <p>{t(($) => $.scanned)}</p> : null}</div>
    </>
  );
}
