import { useTranslation } from 'react-i18next';
import type { VenueKind } from '../../../contract/rules/people/hosts.ts';

export function useVenueNames(): Record<VenueKind, string> {
  const { t } = useTranslation('host');
  return {
    cafe: t(($) => $.venues.cafe),
    restaurant: t(($) => $.venues.restaurant),
    bar: t(($) => $.venues.bar),
    shop: t(($) => $.venues.shop),
    hotel: t(($) => $.venues.hotel),
    gym: t(($) => $.venues.gym),
    transit: t(($) => $.venues.transit),
    event: t(($) => $.venues.event),
    office: t(($) => $.venues.office),
    other: t(($) => $.venues.other),
  };
}
