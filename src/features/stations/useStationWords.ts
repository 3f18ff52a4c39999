import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Texts } from '../../../contract/rules/firstScreen/texts.ts';
import { walkingMinutes } from '../../../contract/rules/places/distance.ts';
import { formatDistance } from '../../lib/format/geo.ts';

/**
 * Texts about stations in the active language. The object is the same until the language changes.
 */
export function useStationWords() {
  const { t, i18n } = useTexts();
  const { language } = i18n;
  return useMemo(() => stationWords(t, language), [t, language]);
}

const useTexts = () => useTranslation(['stations', 'common']);

function stationWords(t: ReturnType<typeof useTexts>['t'], language: string) {
  // The first screen and the app share parts that need these two functions.
  const texts: Texts = {
    say: (key, values) => t(($) => $[key], values),
    count: (key, count) => t(($) => $.common[key], { count }),
  };
  return {
    ...texts,
    /** The distance and walking time, such as `220 m · 3 min walk`. */
    way: (metres: number) =>
      t(($) => $.distanceWalk, {
        distance: formatDistance(metres, language),
        walk: t(($) => $.walk, { count: walkingMinutes(metres) }),
      }),
  };
}
