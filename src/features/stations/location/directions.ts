import { directionsUrl } from '../../../../contract/rules/places/directions.ts';
import type { Directions } from '../../../../contract/rules/firstScreen/stationRow.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { api } from '../../../api/api.ts';
import { configApi } from '../../../api/configApi.ts';
import { useMapApp } from '../../../lib/device/mapApp.ts';
import type { MapApp } from '../../../lib/device/mapApp.ts';

type Destination = Pick<StationSummary, 'lat' | 'lng' | 'name'>;

/** The addresses of walking directions, from the documentation of the map apps. */
const templates: Record<Exclude<MapApp, 'automatic'>, string> = {
  apple: 'https://maps.apple.com/?daddr={lat},{lng}&dirflg=w',
  google: 'https://www.google.com/maps/dir/?api=1&travelmode=walking&destination={lat}%2C{lng}',
  openStreetMap:
    'https://www.openstreetmap.org/directions?engine=fossgis_osrm_foot&route=%3B{lat}%2C{lng}',
};

/**
 * Returns the link to walking directions. The link opens the app that the user has chosen, the device's own
 * map app, or the operator's web map.
 *
 * @param webMap the operator's template with `{lat}`, `{lng}` and `{name}`.
 */
export function directionsLink(
  to: Destination,
  app: MapApp,
  webMap: string,
  userAgent: string = navigator.userAgent,
): string {
  if (app !== 'automatic') return directionsUrl(templates[app], to);
  if (/Android/i.test(userAgent)) return directionsUrl('geo:{lat},{lng}?q={lat},{lng}({name})', to);
  if (/iPhone|iPad|iPod|Macintosh/i.test(userAgent)) return directionsUrl(templates.apple, to);
  return directionsUrl(webMap, to);
}

type State = { [api.reducerPath]: ReturnType<typeof api.reducer> };

const selectConfig = configApi.endpoints.getConfig.select();

const selectWebMap = (state: State) => selectConfig(state).data?.map.directionsUrl;

/**
 * Returns a function that creates the directions to any station, so that a list calls the hook only once.
 * Uses the configuration that the page has loaded.
 */
export function useDirections(): (to: Destination) => Directions {
  const { t } = useTranslation('stations');
  const webMap = useSelector(selectWebMap);
  const { mapApp } = useMapApp();
  return (to) => ({
    href: directionsLink(to, mapApp, webMap ?? templates.google),
    label: t(($) => $.directionsTo, { name: to.name }),
  });
}
