import '../../../features/claims/evidenceTexts.ts';
import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClaimKind } from '../../../../contract/claims.ts';
import type { Order } from '../../../../contract/orders.ts';
import { maxClaimPhotoBytes } from '../../../../contract/rules/app/claimPhoto.ts';
import { apiErrorCode } from '../../../api/apiError.ts';
import { useGetConfigQuery } from '../../../api/configApi.ts';
import { useErrorText } from '../../../api/useErrorText.ts';
import { PhotoChooser } from '../../../ui/field/PhotoChooser.tsx';
import { readCode } from '../../../features/scan/readCharger.ts';
import { ScanButton } from '../../../features/scan/ScanButton.tsx';
import styles from './claims.module.css';
import {
  useClaimReturnMutation,
  useSendClaimPhotoMutation,
} from '../../../features/claims/claimsApi.ts';
import { smallPhoto } from '../../../features/claims/smallPhoto.ts';

type Photo = 'none' | 'sending' | 'sent' | 'unreadable' | 'tooLarge' | 'failed';

/** The codes and the photo that help to find the charger faster. The codes and the photo are optional. */
export function Evidence({ order, kind }: { order: Order; kind: ClaimKind }) {
  const { t } = useTranslation('evidence');
  const errorText = useErrorText();
  const { data: config } = useGetConfigQuery();
  const [claimReturn, adding] = useClaimReturnMutation();
  const [sendPhoto, upload] = useSendClaimPhotoMutation();
  const [isScanning, scan] = useState(false);
  const [problem, complain] = useState<'wrong' | 'other' | 'failed' | null>(null);
  const [isScanned, thank] = useState(false);
  const [photo, setPhoto] = useState<Photo>('none');

  const read = async (text: string) => {
    const found = readCode(text, { origin: location.origin, linkHosts: config?.linkHosts ?? [] });
    if (found === null) return complain('wrong');
    const { data, error } = await claimReturn({ orderId: order.id, body: { kind, ...found } });
    if (data !== undefined) {
      thank(true);
      scan(false);
      return complain(null);
    }
    const code = apiErrorCode(error);
    complain(code === 'invalidInput' ? 'other' : code === 'stationNotFound' ? 'wrong' : 'failed');
  };

  const add = async (file: File) => {
    setPhoto('sending');
    const small = await smallPhoto(file);
    if (small === null) return setPhoto('unreadable');
    if (small.size > maxClaimPhotoBytes) return setPhoto('tooLarge');
    const { error } = await sendPhoto({ orderId: order.id, file: small });
    setPhoto(error === undefined ? 'sent' : 'failed');
  };

  const problems = {
    wrong: t(($) => $.scanWrong),
    other: t(($) => $.otherCharger),
    failed: errorText(adding.error),
  };
  return (
    <section className={styles['more']}>
      <h2>{t(($) => $.more)}</h2>
      <p className={styles['explain']}>{t(($) => $.moreText)}</p>
      <ScanButton
        isOpen={isScanning}
        onOpen={scan}
        label={t(($) => $.scan)}
        close={t(($) => $.closeScan)}
        hint={t(($) => $.scanHint)}
        busy={adding.isLoading}
        problem={problem === null ? null : problems[problem]}
        onText={(text) => void read(text)}
      />
      <PhotoChooser
        className={styles['photo']}
        busy={photo === 'sending'}
        onFile={(file) => void add(file)}
      >
        <ImageUp aria-hidden />
        <span>{photo === 'sending' ? t(($) => $.photoSending) : t(($) => $.photo)}</span>
      </PhotoChooser>
      <div role="status">
        {isScanned ? <p>{t(($) => $.scanned)}</p> : null}
        {photo === 'sent' ? <p>{t(($) => $.photoSent)}</p> : null}
      </div>
      <div role="alert">
        {photo === 'unreadable' ? <p>{t(($) => $.photoUnreadable)}</p> : null}
        {photo === 'tooLarge' ? (
          <p>{t(($) => $.photoTooLarge, { size: maxClaimPhotoBytes / 1024 / 1024 })}</p>
        ) : null}
        {photo === 'failed' ? <p>{errorText(upload.error)}</p> : null}
      </div>
    </section>
  );
}
