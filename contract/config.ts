import { z } from 'zod';
import { Money } from './money.ts';
import { SocialProvider } from './socialProvider.ts';

export const languages = ['en', 'zh-CN', 'es'] as const;
export const Language = z.enum(languages);
export type Language = z.infer<typeof Language>;

/** How the base map is drawn; `none` leaves the outline of the world. */
export const BaseMap = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('mvt'),
    /** `{z}/{x}/{y}` template of vector tiles. */
    url: z.string(),
    /** The deepest zoom that has data; deeper ones are drawn from it. */
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
    /** One archive of vector tiles, read by ranges. */
    url: z.string(),
    maxDataZoom: z.int(),
    attribution: z.string(),
  }),
  z.object({ kind: z.literal('none') }),
]);
export type BaseMap = z.infer<typeof BaseMap>;

export const overlayKinds = ['traffic', 'transit', 'bicycle'] as const;

/** A layer of raster tiles that a person can lay over the base map. */
export const MapOverlay = z.object({
  kind: z.enum(overlayKinds),
  /** `{z}/{x}/{y}` template. */
  url: z.string(),
  attribution: z.string(),
});
export type MapOverlay = z.infer<typeof MapOverlay>;

/** `GET /api/config`: what the app must know before anything else; public and cacheable. */
export const Config = z.object({
  version: z.string(),
  brand: z.object({ name: z.string(), supportPhone: z.string() }),
  /** ISO 3166 country of the operator, for phone and card forms. */
  country: z.string(),
  map: z.object({
    center: z.object({ lat: z.number(), lng: z.number() }),
    zoom: z.int(),
    base: BaseMap,
    /** Only those that are configured, each kind at most once. */
    overlays: z.array(MapOverlay),
    /**
     * Where a browser without a map app of its own finds the way on foot; `{lat}`, `{lng}` and
     * `{name}` are filled in.
     */
    directionsUrl: z.string(),
  }),
  /** The hosts, besides our own, whose QR codes may name a station. */
  linkHosts: z.array(z.string()),
  /** The social accounts with which riders may sign in; the phone always may. */
  signInProviders: z.array(SocialProvider),
  /** How long a bank may take to give a released or refunded amount back, in business days. */
  refunds: z.object({
    minimumDays: z.int(),
    maximumDays: z.int(),
    /** Later than this, support is to be asked. */
    supportAfterDays: z.int(),
  }),
  /** What an invitation brings each of the two, as GoCash. */
  referral: z.object({ reward: Money }),
  /** What becoming a host is about; absent from an answer that is older than this. */
  host: z
    .object({
      /** How long what the form was sent is kept. */
      keptDays: z.int().positive(),
      /** What, with `terms`, earnings are estimated from; null: there is no estimate. */
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
              /** As in `HostInterest`; an app leaves out those that it does not know. */
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
   * What renting costs at every station, for whoever reads of it without one: null where tariffs
   * differ, or there is none. Absent from what an older server answered.
   */
  terms: z
    .object({
      unlockFee: Money.nullable(),
      /** A charger that is back within so long costs nothing. */
      graceMinutes: z.int().nullable(),
      rate: Money.nullable(),
      rateMinutes: z.int().nullable(),
      /** From the pick-up on; 0 where there is none. */
      freeMinutes: z.int().nullable(),
      cap: Money.nullable(),
      capMinutes: z.int().nullable(),
      deposit: Money.nullable(),
      depositCaptureMinutes: z.int().nullable(),
      lostMinutes: z.int().nullable(),
      overdueFee: Money.nullable(),
      /** A lost charger in all, unlock fee and usage included. */
      lostTotal: Money.nullable(),
      /** So long a charger that has not come out may still do so. */
      chargerWaitSeconds: z.int(),
    })
    .optional(),
  /** Absent from what an older server answered. */
  goCash: z.object({ refundable: z.boolean() }).optional(),
  /**
   * How a bank's question about a payment is shown: in a frame, or as a page of its own, which leads
   * back to `/payment/authenticated`.
   */
  bankPage: z.enum(['frame', 'page']),
  /** What push messages are signed with, as the browser's push manager wants it; null: there are none. */
  push: z.object({ publicKey: z.string() }).nullable(),
  /** Whether this server plays the outside world itself. */
  sandbox: z.boolean(),
});
export type Config = z.infer<typeof Config>;
