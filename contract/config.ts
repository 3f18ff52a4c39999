import { z } from 'zod';
import { Money } from './money.ts';
import { SocialProvider } from './socialProvider.ts';

export const languages = ['en', 'zh-CN', 'es'] as const;
export const Language = z.enum(languages);
export type Language = z.infer<typeof Language>;

/** How the base map is drawn; `none` shows only the outline of the world. */
export const BaseMap = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('mvt'),
    /** `{z}/{x}/{y}` template of vector tiles. */
    url: z.string(),
    /** The highest zoom with data; higher zooms are drawn from it. */
    maxDataZoom: z.int(),
    attribution: z.string(),
  }),
  z.object({
    kind: z.literal('raster'),
    url: z.string(),
    maxDataZoom: z.int(),
    attribution: z.string(),
  }),
  z.object({
    kind: z.literal('pmtiles'),
    /** One archive of vector tiles. The app reads parts of it with range requests. */
    url: z.string(),
    maxDataZoom: z.int(),
    attribution: z.string(),
  }),
  z.object({ kind: z.literal('none') }),
]);
export type BaseMap = z.infer<typeof BaseMap>;

export const overlayKinds = ['traffic', 'transit', 'bicycle'] as const;

/** A layer of raster tiles that the rider can show over the base map. */
export const MapOverlay = z.object({
  kind: z.enum(overlayKinds),
  /** `{z}/{x}/{y}` template. */
  url: z.string(),
  attribution: z.string(),
});
export type MapOverlay = z.infer<typeof MapOverlay>;

/** `GET /api/config`: the settings that the app needs at its start; public and cacheable. */
export const Config = z.object({
  version: z.string(),
  brand: z.object({ name: z.string(), supportPhone: z.string() }),
  /** ISO 3166 country of the operator, for phone and card forms. */
  country: z.string(),
  map: z.object({
    center: z.object({ lat: z.number(), lng: z.number() }),
    zoom: z.int(),
    base: BaseMap,
    /** Only the configured layers, each kind at most once. */
    overlays: z.array(MapOverlay),
    /**
     * Web address for walking directions, for browsers without a map app. `{lat}`, `{lng}` and
     * `{name}` are filled in.
     */
    directionsUrl: z.string(),
  }),
  /** The hosts, besides our own, whose QR codes may name a station. */
  linkHosts: z.array(z.string()),
  /** The social accounts with which riders may sign in. Sign-in by phone is always possible. */
  signInProviders: z.array(SocialProvider),
  /** How long a bank may take to return a released or refunded amount, in business days. */
  refunds: z.object({
    minimumDays: z.int(),
    maximumDays: z.int(),
    /** After this time the app suggests to contact support. */
    supportAfterDays: z.int(),
  }),
  /** The reward of an invitation for each of the two riders, as GoCash. */
  referral: z.object({ reward: Money }),
  /** Settings of the form for hosts; absent from older answers. */
  host: z
    .object({
      /** How long the server stores the form's data. */
      keptDays: z.int().positive(),
      /** With `terms`, the basis of the estimate of earnings; null: there is no estimate. */
      estimate: z
        .object({
          /** Per cent of what riders pay. */
          share: z.object({
            minimum: z.int().min(1).max(100),
            maximum: z.int().min(1).max(100),
          }),
          /** At least one, each kind at most once. */
          venues: z.array(
            z.object({
              /** As in `HostInterest`. An app ignores kinds that it does not know. */
              kind: z.string(),
              rentalsPerDay: z.int().positive(),
              mostPerDay: z.int().positive(),
              minutes: z.int().positive(),
            }),
          ),
        })
        .nullable(),
    })
    .optional(),
  /**
   * The common price of all stations, for pages that are not about one station: null if tariffs
   * differ or there is none. Absent from answers of an older server.
   */
  terms: z
    .object({
      unlockFee: Money.nullable(),
      /** A charger that is returned within this time costs nothing. */
      graceMinutes: z.int().nullable(),
      rate: Money.nullable(),
      rateMinutes: z.int().nullable(),
      /** Counted from the pick-up; 0 if no minutes are free. */
      freeMinutes: z.int().nullable(),
      cap: Money.nullable(),
      capMinutes: z.int().nullable(),
      deposit: Money.nullable(),
      depositCaptureMinutes: z.int().nullable(),
      lostMinutes: z.int().nullable(),
      overdueFee: Money.nullable(),
      /** The total for a lost charger, including unlock fee and usage. */
      lostTotal: Money.nullable(),
      /** How long a rider should wait for a charger that does not come out at once. */
      chargerWaitSeconds: z.int(),
    })
    .optional(),
  /** Absent from answers of an older server. */
  goCash: z.object({ refundable: z.boolean() }).optional(),
  /**
   * How the bank's payment confirmation is shown: in a frame, or as a separate page that leads back
   * to `/payment/authenticated`.
   */
  bankPage: z.enum(['frame', 'page']),
  /**
   * The public key of push messages, in the format of the browser's push manager; null: no push.
   */
  push: z.object({ publicKey: z.string() }).nullable(),
  /** Whether this server simulates the outside world itself. */
  sandbox: z.boolean(),
});
export type Config = z.infer<typeof Config>;
