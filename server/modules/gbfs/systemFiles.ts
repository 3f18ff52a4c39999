import type { Tariff } from '../../../contract/rules/pricing/pricing.ts';
import { languages } from '../../../contract/config.ts';
import type { Settings } from '../../settings/settings.ts';
import { presentPlan } from './pricingPlans.ts';
import { localized, feedText } from './texts.ts';

/**
 * The version of the General Bikeshare Feed Specification:
 * https://github.com/MobilityData/gbfs/blob/v3.0/gbfs.md
 */
export const gbfsVersion = '3.0';

/** The names of the feed's files in the standard. */
export const feedNames = [
  'gbfs',
  'gbfs_versions',
  'system_information',
  'vehicle_types',
  'station_information',
  'station_status',
  'system_pricing_plans',
  'system_alerts',
] as const;
export type FeedName = (typeof feedNames)[number];

type FeedSettings = Pick<Settings, 'publicUrl' | 'brand' | 'feed'>;

export function presentDiscovery({ publicUrl }: FeedSettings) {
  return { feeds: feedNames.map((name) => ({ name, url: `${publicUrl}/gbfs/${name}.json` })) };
}

export function presentVersions({ publicUrl }: FeedSettings) {
  return { versions: [{ version: gbfsVersion, url: `${publicUrl}/gbfs/gbfs.json` }] };
}

export function presentSystem({ publicUrl, brand, feed }: FeedSettings, timeZone: string) {
  // The feed contains a phone number only in the format E.164, because the standard requires this
  // format. The feed omits other numbers, such as the short number 311.
  const phone = brand.supportPhone.replace(/[\s().-]/g, '');
  const { host } = new URL(publicUrl);
  return {
    // The id must never change, so it contains the host, and not the name of the brand.
    system_id: `charger_rental_${host.replace(/[^a-z\d]+/gi, '_')}`,
    languages,
    name: localized((language) => brand.name || feedText(language, 'unnamed')),
    opening_hours: '24/7',
    url: `${publicUrl}/`,
    feed_contact_email: feed.email,
    timezone: timeZone,
    ...(/^\+[1-9]\d{1,14}$/.test(phone) ? { phone_number: phone } : {}),
    ...(feed.licenseUrl ? { license_url: feed.licenseUrl } : {}),
  };
}

/**
 * In the standard, prices belong to vehicle types. In this product, prices belong to stations.
 * Therefore the feed has one vehicle type for each tariff. The status of a station names the
 * vehicle type that the station rents out.
 */
export function presentVehicleTypes(tariffs: readonly Tariff[]) {
  return {
    vehicle_types: tariffs.map(({ id }) => ({
      vehicle_type_id: id,
      form_factor: 'other',
      propulsion_type: 'human',
      name: localized((language) => feedText(language, 'charger')),
      return_constraint: 'any_station',
      default_pricing_plan_id: id,
      pricing_plan_ids: [id],
    })),
  };
}

export function presentPlans(tariffs: readonly Tariff[]) {
  return { plans: tariffs.map(presentPlan) };
}
