import { z } from 'zod';
import { Money } from './money.ts';
import { SocialProvider } from './signIn/socialProvider.ts';

export const languages = ['en', 'zh-CN', 'es'] as const;
export const Language = z.enum(languages);
export type Language = z.infer<typeof Language>;

/** How the base map is drawn; `none` shows only the outline of the world. */
export const BaseMap = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('mvt'),
    /** A template of the addresses of vector tiles, with `{z}/{x}/{y}`. */
    url: z.string(),
    /** The highest zoom with data. The app draws higher zooms from this data. */
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
    /** The address of an archive with all vector tiles. The app reads parts of it with range requests. */
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
  /** A template of the addresses of the tiles, with `{z}/{x}/{y}`. */
  url: z.string(),
  attribution: z.string(),
});
export type MapOverlay = z.infer<typeof MapOverlay>;

/** `GET /api/config`: the settings that the app needs at its start; public and cacheable. */
export const Config = z.object({
  version: z.string(),
  brand: z.object({ name: z.string(), supportPhone: z.string() }),
  /** The country of the operator (ISO 3166), for phone and card forms. */
  country: z.string(),
  map: z.object({
    center: z.object({ lat: z.number(), lng: z.number() }),
    zoom: z.int(),
    base: BaseMap,
    /** Only the configured layers. Each kind occurs at most once. */
    overlays: z.array(MapOverlay),
    /**
     * The web address of walking directions, for browsers without a map app. The app fills in `{lat}`,
     * `{lng}` and `{name}`.
     */
    directionsUrl: z.string(),
  }),
  /** The hosts that the QR codes of stations may contain, besides the server's own host. */
  linkHosts: z.array(z.string()),
  /** The social accounts with which riders may sign in. Sign-in by phone is always possible. */
  signInProviders: z.array(SocialProvider),
  /** How long a bank may take to return a released or refunded amount, in business days. */
  refunds: z.object({
    minimumDays: z.int(),
    maximumDays: z.int(),
    /** After this time the app suggests that the rider contacts support. */
    supportAfterDays: z.int(),
  }),
  /** The GoCash that each of the two riders gets for an invitation. */
  referral: z.object({ reward: Money }),
  /**
   * The prices that are the same at all stations, for pages that are not about one station. A price is null if it
   * differs between the tariffs, or if there is no tariff. Older servers leave `terms` out.
   */
  terms: z
    .object({
      unlockFee: Money.nullable(),
      /** A return to the cabinet of the pick-up within this time costs nothing. */
      graceMinutes: z.int().nullable(),
      rate: Money.nullable(),
      rateMinutes: z.int().nullable(),
      /** The free minutes after the pick-up; 0 if no minutes are free. */
      freeMinutes: z.int().nullable(),
      cap: Money.nullable(),
      capMinutes: z.int().nullable(),
      deposit: Money.nullable(),
      depositCaptureMinutes: z.int().nullable(),
      lostMinutes: z.int().nullable(),
      overdueFee: Money.nullable(),
      /** The total for a lost charger, including unlock fee and usage. */
      lostTotal: Money.nullable(),
      /**
       * If a lost charger comes back within this many days after the loss, the rider gets the fee for the loss back.
       */
      foundDays: z.int().nullable().optional(),
      /** How long a rider should wait if the charger does not come out at once. */
      chargerWaitSeconds: z.int(),
    })
    .optional(),
  /** Older servers leave this field out. */
  goCash: z.object({ refundable: z.boolean() }).optional(),
  /**
   * How the app shows the payment confirmation of the bank: in a frame, or as a separate page that leads
   * back to `/payment/authenticated`.
   */
  bankPage: z.enum(['frame', 'page']),
  /**
   * The public key of push messages, in the format of the browser's push manager; null if the server
   * sends no push messages.
   */
  push: z.object({ publicKey: z.string() }).nullable(),
  /** Whether this server is a sandbox, which simulates the outside world. */
  sandbox: z.boolean(),
});
export type Config = z.infer<typeof Config>;
