import { useRef } from 'react';
import type { PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { dragged, maxZoom, squareOf } from './crop.ts';
import type { Crop } from './crop.ts';
import type { Picture } from './photoFile.ts';
import styles from './profile.module.css';

export interface CropFrameProps {
  picture: Picture;
  crop: Crop;
  onCrop: (crop: Crop) => void;
}

const share = (part: number) => `${part * 100}%`;

/** Shows the selected square of the picture. A finger, a mouse or the controls below move the square. */
export function CropFrame({ picture, crop, onCrop }: CropFrameProps) {
  const { t } = useTranslation('profile');
  const last = useRef<{ x: number; y: number } | null>(null);
  const { side, left, top } = squareOf(picture, crop);

  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (last.current === null) return;
    const frame = event.currentTarget.clientWidth;
    const right = (event.clientX - last.current.x) / frame;
    const down = (event.clientY - last.current.y) / frame;
    last.current = { x: event.clientX, y: event.clientY };
    onCrop(dragged(picture, crop, right, down));
  };
  const release = () => {
    last.current = null;
  };

  return (
    <div className={styles['crop']}>
      <div
        className={styles['frame']}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          last.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={release}
      >
        <img
          src={picture.url}
          alt={t(($) => $.photo.preview)}
          draggable={false}
          style={{
            inlineSize: share(picture.width / side),
            blockSize: share(picture.height / side),
            left: share(-left / side),
            top: share(-top / side),
          }}
        />
      </div>
      <div className={styles['sliders']}>
        <Slider
          label={t(($) => $.photo.zoom)}
          value={crop.zoom}
          min={1}
          max={maxZoom}
          onChange={(zoom) => onCrop({ ...crop, zoom })}
        />
        <Slider
          label={t(($) => $.photo.across)}
          value={crop.x}
          disabled={picture.width - side < 1}
          onChange={(x) => onCrop({ ...crop, x })}
        />
        <Slider
          label={t(($) => $.photo.down)}
          value={crop.y}
          disabled={picture.height - side < 1}
          onChange={(y) => onCrop({ ...crop, y })}
        />
      </div>
    </div>
  );
}

interface SliderProps {
  label: string;
  value: number;
  min?: number;
  max?: number;
  disabled?: boolean;
  onChange: (value: number) => void;
}

function Slider({ label, value, min = 0, max = 1, disabled = false, onChange }: SliderProps) {
  return (
    <label className={styles['slider']}>
      <span>{label}</span>
      <input
        type="range"
        min={min}
        max={max}
        step={(max - min) / 40}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </label>
  );
}
