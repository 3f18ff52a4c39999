import { useTranslation } from 'react-i18next';
import { mapApps, useMapApp } from '../../lib/device/mapApp.ts';
import { RadioCards } from '../../ui/field/RadioCards.tsx';

/** The choice of the map app that opens directions to a station. */
export function DirectionsChoice() {
  const { t } = useTranslation('settings');
  const { mapApp, chooseMapApp } = useMapApp();
  return (
    <RadioCards
      legend={t(($) => $.directions)}
      name="directions"
      value={mapApp}
      onChange={(value) => {
        const chosen = mapApps.find((known) => known === value);
        if (chosen) chooseMapApp(chosen);
      }}
      options={mapApps.map((value) => ({
        value,
        label: t(($) => $.mapApps[value]),
        detail: value === 'automatic' ? t(($) => $.automaticDetail) : null,
      }))}
    />
  );
}
