import { z } from 'zod';
import {
  isVenueKind,
  venueKinds,
  type VenueKind,
  type VenueTerms,
} from '../../contract/rules/people/hosts.ts';
import { SettingsError } from './settingsError.ts';

export interface HostSettings {
  /**
   * The numbers from which the app estimates the earnings of a host; null if the app shows no
   * estimate.
   */
  readonly estimate: {
    /** The host's share of what riders pay, in per cent. */
    readonly share: { readonly minimum: number; readonly maximum: number };
    readonly venues: readonly (VenueTerms & { readonly kind: VenueKind })[];
  } | null;
  /** How many days a host's request is stored after its last change. */
  readonly keepDays: number;
}

/**
 * For example, `cafe=4-20@90` means that a café usually has four rentals a day, at most twenty, of ninety minutes each.
 */
const venue = z
  .string()
  .regex(/^[a-z]+=[1-9]\d{0,3}-[1-9]\d{0,3}@[1-9]\d{0,3}$/, 'expected cafe=4-20@90')
  .transform((text, context) => {
    const [kind = '', ...numbers] = text.split(/[=@-]/);
    const [rentalsPerDay = 0, mostPerDay = 0, minutes = 0] = numbers.map(Number);
    if (isVenueKind(kind) && rentalsPerDay <= mostPerDay) {
      return { kind, rentalsPerDay, mostPerDay, minutes };
    }
    context.addIssue(`expected a usual number of at most the highest, of ${venueKinds.join(', ')}`);
    return z.NEVER;
  });

export const hostVariables = {
  HOST_SHARE: z
    .string()
    .regex(/^\d{1,3}(-\d{1,3})?$/, 'expected 25 or 20-30')
    .transform((text) => {
      const [minimum = 0, maximum = minimum] = text.split('-').map(Number);
      return { minimum, maximum };
    })
    .refine(
      ({ minimum, maximum }) => minimum >= 1 && minimum <= maximum && maximum <= 100,
      'expected per cent, the lower first',
    )
    .optional(),
  HOST_VENUES: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(venue))
    .refine(
      (venues) => new Set(venues.map(({ kind }) => kind)).size === venues.length,
      'expected each kind once',
    )
    .optional(),
  HOST_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(365),
};

const HostValues = z.object(hostVariables);

/** Example values, which only the sandbox uses. */
const demo: NonNullable<HostSettings['estimate']> = {
  share: { minimum: 20, maximum: 30 },
  venues: [
    { kind: 'cafe', rentalsPerDay: 4, mostPerDay: 20, minutes: 120 },
    { kind: 'restaurant', rentalsPerDay: 5, mostPerDay: 25, minutes: 120 },
    { kind: 'bar', rentalsPerDay: 8, mostPerDay: 40, minutes: 180 },
    { kind: 'shop', rentalsPerDay: 2, mostPerDay: 15, minutes: 120 },
    { kind: 'hotel', rentalsPerDay: 4, mostPerDay: 30, minutes: 480 },
    { kind: 'gym', rentalsPerDay: 2, mostPerDay: 15, minutes: 120 },
    { kind: 'transit', rentalsPerDay: 10, mostPerDay: 80, minutes: 180 },
    { kind: 'event', rentalsPerDay: 12, mostPerDay: 100, minutes: 240 },
  ],
};

/** @throws {SettingsError} if only one part of the estimate is configured. */
export function hostSettings(values: z.infer<typeof HostValues>, sandbox: boolean): HostSettings {
  const { HOST_SHARE: share, HOST_VENUES: venues, HOST_KEEP_DAYS: keepDays } = values;
  if (share && venues) return { estimate: { share, venues }, keepDays };
  if (share || venues) throw new SettingsError('HOST_SHARE and HOST_VENUES are required together.');
  // Without the sandbox, the app must not show example values, but only numbers from the operator.
  return { estimate: sandbox ? demo : null, keepDays };
}
