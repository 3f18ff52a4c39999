import { Camera, ImageUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMyPhoto } from '../../api/photoApi.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { PhotoChooser } from '../../ui/field/PhotoChooser.tsx';
import field from '../../ui/field/Field.module.css';
import { middle } from './crop.ts';
import type { Crop } from './crop.ts';
import { CropFrame } from './CropFrame.tsx';
import { FieldForm } from './FieldForm.tsx';
import { closePicture, drawSquare, openPicture } from './photoFile.ts';
import type { Picture } from './photoFile.ts';
import styles from './profile.module.css';
import { useRemovePhotoMutation, useSendPhotoMutation } from './profileApi.ts';
import type { FieldProps } from './useSaving.ts';

type Step =
  | { status: 'choosing' | 'reading' | 'removing' }
  /** `sent` is the share of the file that is uploaded, from 0 to 1. */
  | { status: 'sending'; sent: number }
  | { status: 'refused'; error: string }
  /** The picture is valid, but the upload failed. */
  | { status: 'failed'; error: string };

export interface PhotoFormProps extends Pick<FieldProps, 'me'> {
  onUploaded: FieldProps['onSaved'];
  onRemoved: FieldProps['onSaved'];
}

/**
 * A form for a photo from the camera or a file. The form crops the photo to a square and never stores it on
 * the device.
 */
export function PhotoForm({ me, onUploaded, onRemoved }: PhotoFormProps) {
  const { t } = useTranslation(['profile', 'messages', 'errors']);
  const errorText = useErrorText();
  const current = useMyPhoto(me.photo);
  const [picture, show] = useState<Picture | null>(null);
  const [crop, cut] = useState<Crop>(middle);
  const [step, go] = useState<Step>({ status: 'choosing' });
  const [sendPhoto] = useSendPhotoMutation();
  const [removePhoto] = useRemovePhotoMutation();

  useEffect(() => (picture === null ? undefined : () => closePicture(picture)), [picture]);

  const open = async (file: File) => {
    go({ status: 'reading' });
    const opened = await openPicture(file);
    if (opened === null) return go({ status: 'refused', error: t(($) => $.errors.imageInvalid) });
    show(opened);
    cut(middle);
    go({ status: 'choosing' });
  };

  const send = async () => {
    if (picture === null) {
      return go({ status: 'refused', error: t(($) => $.messages.imageRequired) });
    }
    go({ status: 'sending', sent: 0 });
    const file = await drawSquare(picture, crop);
    if (file === null) return go({ status: 'refused', error: t(($) => $.errors.imageInvalid) });
    const { data, error } = await sendPhoto({
      file,
      onProgress: (sent) => go({ status: 'sending', sent }),
    });
    if (data) onUploaded(data);
    else go({ status: 'failed', error: errorText(error) });
  };

  const remove = async () => {
    go({ status: 'removing' });
    const { data, error } = await removePhoto();
    if (data) onRemoved(data);
    else go({ status: 'refused', error: errorText(error) });
  };

  const sending = step.status === 'sending';
  const chooser = {
    className: styles['chooser'],
    busy: sending || step.status === 'reading' || step.status === 'removing',
    onFile: (file: File) => void open(file),
  };
  return (
    <FieldForm
      heading={t(($) => $.photo.heading)}
      dirty={picture !== null}
      onDiscard={() => show(null)}
      busy={sending}
      onSubmit={() => void send()}
      label={step.status === 'failed' ? t(($) => $.photo.retry) : t(($) => $.photo.save)}
      busyLabel={t(($) => $.photo.sending)}
    >
      {picture === null ? (
        <div className={styles['current']}>
          <Avatar src={current} size="large" />
        </div>
      ) : (
        <CropFrame picture={picture} crop={crop} onCrop={cut} />
      )}
      {sending ? (
        <label className={styles['progress']}>
          <span>{t(($) => $.photo.sending)}</span>
          <progress value={step.sent} />
        </label>
      ) : null}
      <div role="alert" className={styles['alert']}>
        {step.status === 'failed' ? <strong>{t(($) => $.messages.uploadFailed)}</strong> : null}
        {step.status === 'failed' || step.status === 'refused' ? (
          <span className={field['error']}>{step.error}</span>
        ) : null}
      </div>
      <div className={styles['choosers']}>
        <PhotoChooser {...chooser}>
          <ImageUp aria-hidden />
          <span>{t(($) => $.photo.choose)}</span>
        </PhotoChooser>
        <PhotoChooser {...chooser} camera="user">
          <Camera aria-hidden />
          <span>{t(($) => $.photo.take)}</span>
        </PhotoChooser>
      </div>
      {me.photo === null || picture !== null ? null : (
        <div className={styles['remove']}>
          <Button variant="text" busy={step.status === 'removing'} onClick={() => void remove()}>
            {t(($) => $.photo.remove)}
          </Button>
        </div>
      )}
    </FieldForm>
  );
}
