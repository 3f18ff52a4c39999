import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { MapOverlay } from '../../../../contract/config.ts';
import { controlIcon } from '../../../../contract/rules/map/controls.ts';
import { usePressed } from '../../../lib/device/usePressed.ts';
import { element } from '../../../ui/link/element.ts';
import { Switch } from '../../../ui/field/Switch.tsx';
import { layerToggled, selectMapLayers } from '../mapSlice.ts';
import styles from './StationMap.module.css';

/** The choice of map layers: the heat map and the layers that the operator has configured. */
export function LayersControl({ overlays }: { overlays: readonly MapOverlay[] }) {
  const { t } = useTranslation('map');
  const dispatch = useDispatch();
  const shown = useSelector(selectMapLayers);
  const [isOpen, open] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  usePressed('layers', () => open(true));

  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = ({ target }: Event) => {
      if (target instanceof Node && root.current?.contains(target)) return;
      open(false);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      open(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', escape);
    };
  }, [isOpen]);

  const kinds = ['heat' as const, ...overlays.map(({ kind }) => kind)];
  return (
    <div ref={root} className={styles['layers']}>
      <button
        ref={button}
        type="button"
        className="home-round"
        aria-label={t(($) => $.layers)}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => open(!isOpen)}
      >
        {controlIcon(element, 'layers')}
      </button>
      <div
        id={id}
        role="group"
        aria-label={t(($) => $.layers)}
        className={styles['choice']}
        hidden={!isOpen}
      >
        {kinds.map((kind) => (
          <Switch
            key={kind}
            label={t(($) => $[kind])}
            checked={shown.includes(kind)}
            onChange={() => dispatch(layerToggled(kind))}
          />
        ))}
      </div>
    </div>
  );
}
