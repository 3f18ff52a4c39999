import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { overlayKinds } from '../../contract/config.ts';
import type { BaseMap, MapOverlay } from '../../contract/config.ts';
import { SheetKind } from '../../contract/payment.ts';
import { codeSecretSettings, codeSecretVariables, type CodeSecretSettings } from './codeSecret.ts';
import { geocodingSettings, geocodingVariables, type GeocodingSettings } from './geocoding.ts';
import { hostSettings, hostVariables, type HostSettings } from './hosts.ts';
import { refuseUnsafeSecrets } from './productionSecrets.ts';
import {
  operatorSignInSettings,
  operatorSignInVariables,
  type OperatorSignInSettings,
} from './operatorSignIn.ts';
import { pushSettings, pushVariables, type PushSettings } from './push.ts';
import {
  reconciliationSettings,
  reconciliationVariables,
  type ReconciliationSettings,
} from './reconciliation.ts';
import { SettingsError, complete } from './settingsError.ts';
import { signInSettings, signInVariables, type SignInSettings } from './signIn.ts';
import { payLimits, payLimitVariables, type PayLimits } from './payLimits.ts';
import { ticketSettings, ticketVariables, type TicketSettings } from './tickets.ts';
import {
  twilioMessaging,
  twilioVariables,
  twilioVerify,
  type TwilioMessagingSettings,
  type TwilioVerifySettings,
} from './twilio.ts';
import {
  reservationSettings,
  reservationVariables,
  type ReservationSettings,
} from './reservations.ts';
import {
  uncertainEjectSettings,
  uncertainEjectVariables,
  type UncertainEjectSettings,
} from './uncertainEjects.ts';

export { SettingsError };

/** The whole configuration. It is read once, at the start. The name of a duration or size contains its unit. */
export interface Settings {
  readonly version: string;
  readonly environment: 'development' | 'production' | 'test';
  readonly host: string;
  readonly port: number;
  /** The address at which riders reach the app, without a trailing slash. */
  readonly publicUrl: string;
  /** The number of proxies in front of the server that are trusted to report the caller's address. */
  readonly trustedProxies: number;
  /**
   * The limits of calls without a known session are multiplied by this factor. Each process counts
   * these calls in its memory.
   */
  readonly callLimitsFactor: number;
  readonly connections: {
    readonly inAll: number;
    /**
     * The highest number of connections from one address. Null behind a proxy, because all connections then come from
     * the proxy.
     */
    readonly perAddress: number | null;
  };
  readonly dataDir: string;
  readonly operator: {
    /** The key of the server for the operators' API; null means that the server creates the key in `keyFile`. */
    readonly key: string | null;
    readonly keyFile: string;
    /** The address at which `npm run ops` reaches the server. */
    readonly url: string;
  };
  /**
   * The folder in which somebody started npm; null without npm. npm runs each command in the folder of the product.
   */
  readonly callerDir: string | null;
  /** The OpenID provider of the operators. */
  readonly operatorSignIn: OperatorSignInSettings;
  /** The folder of the built app. */
  readonly distDir: string;
  /**
   * The folder with the hashed files of the last builds, such as `app-1a2b.js`. Tabs that are still
   * open need these files.
   */
  readonly buildsDir: string;
  /** `off` removes the service worker of every visitor. */
  readonly serviceWorker: 'on' | 'off';
  /** PostgreSQL; null means the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** The port of the embedded broker. With 0 the operating system chooses a port. */
  readonly mqttPort: number;
  /** The additional address on which the embedded broker accepts cabinets over TLS; null if there is none. */
  readonly mqttTls: {
    readonly host: string;
    readonly port: number;
    readonly certificateFile: string;
    readonly keyFile: string;
  } | null;
  /** The address of the operator's own broker; null means the embedded broker. */
  readonly mqttUrl: string | null;
  /**
   * The port of the sandbox's card issuer, which needs a separate origin. With 0 the operating system
   * chooses a port.
   */
  readonly issuerPort: number;
  /** The card issuer's address for browsers, without a trailing slash. */
  readonly issuerUrl: string;
  /**
   * The port of the sandbox's sign-in provider, which needs a separate origin. With 0 the operating
   * system chooses a port.
   */
  readonly identityPort: number;
  /** The address of the sandbox's sign-in provider for browsers, without a trailing slash. */
  readonly identityUrl: string;
  /** The port of the process of the sandbox. Only this machine can reach the port. */
  readonly sandboxPort: number;
  /** Whether the outside world is simulated. */
  readonly sandbox: boolean;
  readonly signIn: SignInSettings;
  /** Payments by Stripe; null means the sandbox's card issuer. */
  readonly stripe: {
    readonly secretKey: string;
    readonly publishableKey: string;
    /** The current signing secret of the webhook, and the previous one as long as Stripe may still sign with it. */
    readonly webhookSecrets: readonly string[];
    readonly url: string;
    readonly sheets: readonly SheetKind[];
    /** The smallest charge in minor units; null means the minimum that Stripe publishes. */
    readonly minimumCharge: { readonly currency: string; readonly amount: number } | null;
  } | null;
  readonly reconciliation: ReconciliationSettings;
  readonly logLevel: LogLevel;
  readonly codeSecret: CodeSecretSettings;
  /** The countries whose phones may log in (ISO 3166); null means all. */
  readonly servedCountries: readonly string[] | null;
  /** Limits for one-time codes. */
  readonly codeLimits: {
    readonly perAddressPerHour: number;
    readonly perPhonePerDay: number;
    readonly perCountryPerHour: number;
    /**
     * The highest numbers of codes per day, for one country and for all countries. They limit the
     * cost of text messages.
     */
    readonly perCountryPerDay: number;
    readonly perDay: number;
  };
  /**
   * If at least `codes` codes were sent to a country within an hour, at least `percent` per cent of them must have been
   * entered. Otherwise a sign-in with a phone of this country needs a solved challenge first, and any other request of
   * a code is refused. Known devices, and riders who need a proof, have a separate allowance without this limit.
   */
  readonly codeBreaker: { readonly codes: number; readonly percent: number };
  /** The number of zero bits in the hash of a solution. Each further bit doubles the time to solve. */
  readonly codeChallengeBits: number;
  readonly cardLimits: {
    /** How often an address may add or charge cards in an hour. */
    readonly callsPerAddress: number;
    /**
     * Whether a guest is refused if a rider with the same card has an open or unpaid rental or a frozen account. It is
     * false in the sandbox, because its riders share the numbers of the test cards.
     */
    readonly guestsShareWithRiders: boolean;
    /** How often the same card may be charged in an hour, by all accounts together. */
    readonly callsPerCard: number;
    /** The number of declines per account and hour that is a sign of card testing. */
    readonly declines: number;
    /** The number of new cards per account and hour that is a sign of card testing. */
    readonly newCards: number;
    /** The number of declines, and also of new cards, per address and hour that is a sign of card testing. */
    readonly perAddress: number;
    readonly pauseMinutes: number;
  };
  /** The SMTP server and the sender of e-mails; null if none is configured. */
  readonly mail: { readonly url: string; readonly from: string } | null;
  /** The provider of login codes; null means the sandbox. */
  readonly twilioVerify: TwilioVerifySettings | null;
  /**
   * The provider of all other text messages. Null means the sandbox. Without the sandbox, null
   * means that the server does not send such messages.
   */
  readonly twilioMessaging: TwilioMessagingSettings | null;
  readonly push: PushSettings;
  /**
   * The oldest accepted version of the app. An older app asks the rider to update it. Null means that every version is
   * accepted.
   */
  readonly minimumAppVersion: string | null;
  /** If the name is empty, the app shows only the logo. */
  readonly brand: { readonly name: string; readonly supportPhone: string };
  /** The currency of GoCash, coupons and rewards. */
  readonly currency: string;
  readonly goCash: {
    /** Top-up amounts and the bonus on each, in minor units. */
    readonly offers: readonly { readonly amount: number; readonly bonus: number }[];
    /** Whether riders can get their top-ups refunded to the cards that paid for them. */
    readonly refundable: boolean;
  };
  readonly chargebacks: {
    /** The fee of the payment provider for a chargeback, in minor units, by currency. */
    readonly fees: Readonly<Record<string, number>>;
    /**
     * A payment with a fraud warning is refunded if its amount is at most the fee multiplied by this factor. With 0,
     * support decides.
     */
    readonly refundFactor: number;
  };
  readonly uncertainEjects: UncertainEjectSettings;
  readonly tickets: TicketSettings;
  readonly payLimits: PayLimits;
  /** What the server does with an unregistered charger in an inventory. */
  readonly unknownChargers: 'accept' | 'holdBack';
  /** The maximum number of rentals at one station within a minute. It limits misuse. */
  readonly startsPerStationMinute: number;
  /** The time in which the cabinet can confirm or refute a claim of a return. Afterwards support decides. */
  readonly claimCheckMs: number;
  readonly reservations: ReservationSettings;
  readonly referral: {
    /** The GoCash for the rider and for the friend, in minor units. */
    readonly reward: number;
    /** The maximum number of friends for whom a rider is rewarded. */
    readonly limit: number;
  };
  readonly rewards: {
    /**
     * Whether rewards for invites and new riders become spendable only with a verified phone or a
     * paid rental.
     */
    readonly needProof: boolean;
  };
  /**
   * Business days after a refund or release. The bank should show it between `minimumDays` and `maximumDays`. If it
   * does not after `supportAfterDays`, the rider should call support.
   */
  readonly refunds: {
    readonly minimumDays: number;
    readonly maximumDays: number;
    readonly supportAfterDays: number;
  };
  readonly hosts: HostSettings;
  /** The country of the operator (ISO 3166). */
  readonly country: string;
  readonly map: {
    readonly center: { readonly lat: number; readonly lng: number };
    readonly zoom: number;
    readonly base: BaseMap;
    readonly overlays: MapOverlay[];
    readonly directionsUrl: string;
  };
  /** The path of an IP address database in MaxMind DB format; null means the embedded country database. */
  readonly geoIpFile: string | null;
  readonly geocoder: GeocodingSettings;
  /** Origins of station photos, besides the server's own origin. */
  readonly photoOrigins: readonly string[];
  readonly linkHosts: readonly string[];
  /** Hosts (with ports) to which webhooks may be sent although they are in the operator's own network. */
  readonly webhookPrivateHosts: readonly string[];
  /** The metadata of the public feed of stations. */
  readonly feed: {
    /** The address to which people report errors in the feed. */
    readonly email: string;
    /** The address of the license of the data. If it is null, the data are in the public domain, as GBFS defines. */
    readonly licenseUrl: string | null;
  };
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const port = z.coerce.number().int().min(0).max(65535);
const flag = z.enum(['0', '1', 'true', 'false']).transform((v) => v === '1' || v === 'true');
const url = (...protocols: string[]) =>
  z.url({ protocol: new RegExp(`^(${protocols.join('|')})$`) }).transform(withoutSlash);
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
const coordinates = z
  .string()
  .regex(/^-?\d+(\.\d+)?,\s*-?\d+(\.\d+)?$/, 'expected "latitude,longitude"')
  .transform((text) => {
    const [lat = 0, lng = 0] = text.split(',').map(Number);
    return { lat, lng };
  })
  .refine(({ lat, lng }) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180, 'out of range');
const tileUrl = z.string().includes('{z}').includes('{x}').includes('{y}');
/** For example, `1000+100,2000+400`: top-up amounts and the bonus on each, in minor units. */
const offers = list
  .pipe(z.array(z.string().regex(/^[1-9]\d{0,6}(\+\d{1,7})?$/, 'expected 1000+100')).min(1))
  .transform((entries) =>
    entries.map((entry) => {
      const [amount = 0, bonus = 0] = entry.split('+').map(Number);
      return { amount, bonus };
    }),
  );
const fees = list
  .pipe(z.array(z.string().regex(/^[A-Z]{3}:\d{1,7}$/, 'expected USD:1500')))
  .transform((entries) =>
    Object.fromEntries(
      entries.map((entry): [string, number] => [entry.slice(0, 3), Number(entry.slice(4))]),
    ),
  );
/** A key such as `sk_test_…`. The prefix contains the kind of the key and its mode (test or live). */
const stripeKey = (...kinds: string[]) =>
  z
    .string()
    .regex(
      new RegExp(`^(${kinds.join('|')})_(test|live)_\\w+$`),
      `expected ${kinds[0]}_test_… or _live_…`,
    );
const limit = z.coerce.number().int().min(1);
const version = z.string().regex(/^\d+\.\d+\.\d+$/, 'expected a version such as 1.2.3');
/** The licence of OpenStreetMap requires this link beside the map. */
const mapCredit =
  '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>';

/** The environment variables that the server reads. `settings/meanings.ts` documents each of them. */
export const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: url('http', 'https').optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  CALL_LIMITS_FACTOR: z.coerce.number().positive().max(1000).optional(),
  CONNECTIONS: z.coerce.number().int().min(10).max(1_000_000).default(10_000),
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).max(1_000_000).optional(),
  DATA_DIR: z.string().default('.data'),
  OPS_URL: url('http', 'https').optional(),
  INIT_CWD: z.string().optional(),
  OPERATOR_KEY: z
    .string()
    .regex(/^[\w-]{32,200}$/, 'expected at least 32 letters, digits, - or _')
    .optional(),
  DIST_DIR: z.string().default(fileURLToPath(new URL('../../dist', import.meta.url))),
  BUILDS_DIR: z.string().optional(),
  SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
  DATABASE_URL: url('postgres', 'postgresql').optional(),
  MQTT_PORT: port.default(1884),
  MQTT_URL: url('mqtt', 'mqtts', 'ws', 'wss').optional(),
  MQTT_TLS_HOST: z.string().default('0.0.0.0'),
  MQTT_TLS_PORT: port.optional(),
  MQTT_TLS_CERT: z.string().optional(),
  MQTT_TLS_KEY: z.string().optional(),
  ISSUER_PORT: port.optional(),
  ISSUER_URL: url('http', 'https').optional(),
  IDENTITY_PORT: port.optional(),
  IDENTITY_URL: url('http', 'https').optional(),
  SANDBOX: flag.optional(),
  STAGING: flag.default(false),
  SANDBOX_PORT: port.optional(),
  ...signInVariables,
  ...operatorSignInVariables,
  LOG_LEVEL: z.enum(logLevels).optional(),
  ...codeSecretVariables,
  SERVED_COUNTRIES: list.pipe(z.array(z.string().regex(/^[A-Z]{2}$/))).optional(),
  CODES_PER_ADDRESS: limit.optional(),
  CODES_PER_PHONE: limit.default(20),
  CODES_PER_COUNTRY: limit.default(3000),
  CODES_PER_COUNTRY_PER_DAY: limit.default(20_000),
  CODES_PER_DAY: limit.default(50_000),
  CODES_BREAKER: limit.default(300),
  CODES_BREAKER_PERCENT: z.coerce.number().int().min(0).max(100).default(10),
  CODES_CHALLENGE_BITS: z.coerce.number().int().min(1).max(24).default(14),
  CARD_CALLS_PER_ADDRESS: limit.optional(),
  CARD_CALLS_PER_CARD: limit.optional(),
  CARD_TESTING_DECLINES: limit.default(10),
  CARD_TESTING_CARDS: limit.default(8),
  CARD_TESTING_PER_ADDRESS: limit.optional(),
  CARD_TESTING_PAUSE_MINUTES: limit.default(120),
  MAIL_URL: url('smtp', 'smtps').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'expected an e-mail address',
    )
    .optional(),
  ...twilioVariables,
  ...pushVariables,
  ...hostVariables,
  STRIPE_SECRET_KEY: stripeKey('sk', 'rk').optional(),
  STRIPE_PUBLISHABLE_KEY: stripeKey('pk').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional(),
  STRIPE_WEBHOOK_SECRET_PREVIOUS: z.string().startsWith('whsec_').optional(),
  STRIPE_API_URL: url('http', 'https')
    .refine((address) => isPrivate(address), 'expected https, except for this machine')
    .default('https://api.stripe.com'),
  STRIPE_MINIMUM_CHARGE: z.coerce.number().int().min(0).max(10_000_000).optional(),
  STRIPE_SHEETS: list.pipe(z.array(SheetKind)).default(['applePay', 'googlePay']),
  ...reconciliationVariables,
  ...uncertainEjectVariables,
  ...ticketVariables,
  ...payLimitVariables,
  ...reservationVariables,
  UNKNOWN_CHARGERS: z.enum(['accept', 'holdBack']).default('accept'),
  CLAIM_CHECK_SECONDS: z.coerce.number().int().min(1).max(3600).default(600),
  STARTS_PER_STATION_MINUTE: z.coerce.number().int().min(1).max(1000).default(20),
  MINIMUM_APP_VERSION: version.optional(),
  BRAND_NAME: z.string().max(40).default(''),
  SUPPORT_PHONE: z.string().min(1).max(30).default('+1 312 555 0100'),
  CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, 'expected an ISO 4217 currency such as USD')
    .default('USD'),
  GOCASH_OFFERS: offers.default([
    { amount: 1000, bonus: 100 },
    { amount: 2000, bonus: 400 },
    { amount: 4000, bonus: 1200 },
  ]),
  GOCASH_REFUNDABLE: flag.default(false),
  CHARGEBACK_FEES: fees.default({ USD: 1500 }),
  FRAUD_REFUND_FACTOR: z.coerce.number().min(0).max(100).default(1),
  REFERRAL_REWARD: z.coerce.number().int().min(0).max(100_000).default(200),
  REFERRAL_LIMIT: z.coerce.number().int().min(0).default(50),
  REWARD_NEEDS_PROOF: flag.default(true),
  COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'expected an ISO 3166 country such as US')
    .default('US'),
  MAP_CENTER: coordinates.default({ lat: 41.8781, lng: -87.6298 }),
  MAP_ZOOM: z.coerce.number().int().min(1).max(20).default(15),
  BASE_MAP: z.enum(['mvt', 'raster', 'pmtiles', 'none']).optional(),
  BASE_MAP_URL: z.string().optional(),
  BASE_MAP_MAX_ZOOM: z.coerce.number().int().min(1).max(20).default(14),
  BASE_MAP_ATTRIBUTION: z.string().default(mapCredit),
  MAP_TRAFFIC_URL: tileUrl.optional(),
  MAP_TRAFFIC_ATTRIBUTION: z.string().default(''),
  MAP_TRANSIT_URL: tileUrl.optional(),
  MAP_TRANSIT_ATTRIBUTION: z.string().default(''),
  MAP_BICYCLE_URL: tileUrl.optional(),
  MAP_BICYCLE_ATTRIBUTION: z.string().default(''),
  DIRECTIONS_URL: z
    .string()
    .startsWith('https://')
    .includes('{lat}')
    .includes('{lng}')
    .default('https://www.google.com/maps/dir/?api=1&travelmode=walking&destination={lat}%2C{lng}'),
  GEOIP_FILE: z.string().optional(),
  ...geocodingVariables,
  PHOTO_HOSTS: list.pipe(z.array(z.string().regex(/^[\w.-]+(?::\d+)?$/))).default([]),
  LINK_HOSTS: list.default([]),
  WEBHOOK_PRIVATE_HOSTS: list.default([]),
  FEED_EMAIL: z.email().default('feed@example.com'),
  FEED_LICENSE_URL: z.url({ protocol: /^https?$/ }).optional(),
});
type Environment = z.infer<typeof Environment>;

/** The streets of the demo city, served by the sandbox. */
const sandboxBaseMap: BaseMap = {
  kind: 'mvt',
  url: '/sandbox/tiles/{z}/{x}/{y}.mvt',
  maxDataZoom: 13,
  attribution: mapCredit,
};

/**
 * Checks the addresses of a production server, which riders reach through a proxy that ends TLS.
 *
 * @throws {SettingsError} if `publicUrl` is plain http on another machine, or if it is https and no
 * proxy is trusted. Without a trusted proxy, all riders would seem to have the same address, and
 * would share the limits of that address.
 */
function refuseUnsafe(publicUrl: string, trustedProxies: number): void {
  const isSecure = publicUrl.startsWith('https:');
  if (!isSecure && !isPrivate(publicUrl)) {
    throw new SettingsError('PUBLIC_URL must be https in production; a proxy in front ends TLS.');
  }
  if (isSecure && trustedProxies === 0) {
    throw new SettingsError(
      'Set TRUST_PROXY=1 (the number of proxies in front) with an https PUBLIC_URL in production: ' +
        'without it all riders seem to come from one address and share its limits.',
    );
  }
}

/**
 * Reads the settings from environment variables. An empty variable counts as absent.
 *
 * @throws {SettingsError} if a setting is invalid. If variables have a wrong format, the message names all of them.
 * Otherwise, the message describes the first check that failed. The message contains no secrets.
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new SettingsError(`These environment variables cannot be used:\n${lines.join('\n')}`);
  }
  const values = parsed.data;
  const sandbox = values.SANDBOX ?? values.NODE_ENV !== 'production';
  const stripe = stripeOf(values);
  const codeProvider = twilioVerify(values);
  if (!sandbox && (!stripe || !codeProvider)) {
    const missing = [
      ...(stripe ? [] : ['payment provider']),
      ...(codeProvider ? [] : ['provider of login codes']),
    ];
    throw new SettingsError(
      `No ${missing.join(' and no ')} is configured. ` +
        'Set SANDBOX=1 to simulate them (demonstrations only).',
    );
  }
  // In the sandbox everybody can read the login codes and return chargers. So the sandbox must not move
  // real money.
  if (sandbox && stripe && isLive(stripe.secretKey)) {
    throw new SettingsError(
      'The sandbox does not accept live keys of Stripe. Set SANDBOX=0, or use test keys.',
    );
  }
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  if (values.NODE_ENV === 'production') {
    refuseUnsafe(publicUrl, values.TRUST_PROXY);
    if (!sandbox) refuseUnsafeSecrets(values, values.STAGING);
  }
  const issuerPort = values.ISSUER_PORT ?? (values.PORT === 0 ? 0 : values.PORT + 1);
  const identityPort = values.IDENTITY_PORT ?? (values.PORT === 0 ? 0 : values.PORT + 2);
  return {
    version: packageVersion(),
    environment: values.NODE_ENV,
    host: values.HOST,
    port: values.PORT,
    publicUrl,
    trustedProxies: values.TRUST_PROXY,
    // The factor is high in the sandbox, because all tests of a sandbox share one address.
    callLimitsFactor: values.CALL_LIMITS_FACTOR ?? (sandbox ? 10 : 1),
    connections: {
      inAll: values.CONNECTIONS,
      // There is no limit behind a proxy, because then all connections come from the proxy.
      perAddress: values.CONNECTIONS_PER_ADDRESS ?? (values.TRUST_PROXY === 0 ? 1_000 : null),
    },
    dataDir: values.DATA_DIR,
    operator: {
      key: values.OPERATOR_KEY ?? null,
      keyFile: path.join(
        path.resolve(values.KEYS_DIR ?? `${path.resolve(values.DATA_DIR)}-keys`),
        'operator-key',
      ),
      url: values.OPS_URL ?? `http://127.0.0.1:${values.PORT}`,
    },
    callerDir: values.INIT_CWD ?? null,
    operatorSignIn: operatorSignInSettings(values),
    distDir: path.resolve(values.DIST_DIR),
    serviceWorker: values.SERVICE_WORKER,
    buildsDir: path.resolve(values.BUILDS_DIR ?? path.join(values.DATA_DIR, 'builds')),
    databaseUrl: values.DATABASE_URL ?? null,
    mqttPort: values.MQTT_PORT,
    mqttUrl: values.MQTT_URL ?? null,
    mqttTls: mqttTls(values),
    issuerPort,
    issuerUrl: values.ISSUER_URL ?? withPort(publicUrl, issuerPort),
    identityPort,
    identityUrl: values.IDENTITY_URL ?? withPort(publicUrl, identityPort),
    sandboxPort: values.SANDBOX_PORT ?? (values.PORT === 0 ? 0 : values.PORT + 3),
    sandbox,
    signIn: signInSettings(values),
    // In development, the terminal shows the address and the QR code. More log lines would move
    // them out of sight.
    logLevel: values.LOG_LEVEL ?? (values.NODE_ENV === 'production' ? 'info' : 'warn'),
    codeSecret: codeSecretSettings(values, {
      dataDir: values.DATA_DIR,
      isEmbedded: values.DATABASE_URL === undefined,
    }),
    servedCountries:
      values.SERVED_COUNTRIES ?? (values.NODE_ENV === 'production' ? [values.COUNTRY] : null),
    codeLimits: {
      // The limit is high, because many riders may share an address at a venue. In the sandbox, all tests share one
      // address.
      perAddressPerHour: values.CODES_PER_ADDRESS ?? (sandbox ? 5000 : 60),
      perPhonePerDay: values.CODES_PER_PHONE,
      perCountryPerHour: values.CODES_PER_COUNTRY,
      perCountryPerDay: values.CODES_PER_COUNTRY_PER_DAY,
      perDay: values.CODES_PER_DAY,
    },
    codeBreaker: { codes: values.CODES_BREAKER, percent: values.CODES_BREAKER_PERCENT },
    codeChallengeBits: values.CODES_CHALLENGE_BITS,
    cardLimits: {
      // The limits are higher in the sandbox, because its riders share one address and the numbers of the test cards.
      callsPerAddress: values.CARD_CALLS_PER_ADDRESS ?? (sandbox ? 20_000 : 200),
      guestsShareWithRiders: !sandbox,
      callsPerCard: values.CARD_CALLS_PER_CARD ?? (sandbox ? 20_000 : 20),
      declines: values.CARD_TESTING_DECLINES,
      newCards: values.CARD_TESTING_CARDS,
      perAddress: values.CARD_TESTING_PER_ADDRESS ?? (sandbox ? 20_000 : 40),
      pauseMinutes: values.CARD_TESTING_PAUSE_MINUTES,
    },
    mail: mail(values),
    twilioVerify: codeProvider,
    twilioMessaging: twilioMessaging(values),
    push: pushSettings(values),
    stripe,
    reconciliation: reconciliationSettings(values),
    uncertainEjects: uncertainEjectSettings(values),
    tickets: ticketSettings(values),
    payLimits: payLimits(values),
    unknownChargers: values.UNKNOWN_CHARGERS,
    startsPerStationMinute: values.STARTS_PER_STATION_MINUTE,
    claimCheckMs: values.CLAIM_CHECK_SECONDS * 1000,
    reservations: reservationSettings(values),
    minimumAppVersion: values.MINIMUM_APP_VERSION ?? null,
    brand: { name: values.BRAND_NAME, supportPhone: values.SUPPORT_PHONE },
    currency: values.CURRENCY,
    goCash: { offers: values.GOCASH_OFFERS, refundable: values.GOCASH_REFUNDABLE },
    chargebacks: { fees: values.CHARGEBACK_FEES, refundFactor: values.FRAUD_REFUND_FACTOR },
    referral: { reward: values.REFERRAL_REWARD, limit: values.REFERRAL_LIMIT },
    rewards: { needProof: values.REWARD_NEEDS_PROOF },
    refunds: { minimumDays: 1, maximumDays: 10, supportAfterDays: 15 },
    hosts: hostSettings(values, sandbox),
    country: values.COUNTRY,
    map: {
      center: values.MAP_CENTER,
      zoom: values.MAP_ZOOM,
      base: baseMap(values, sandbox),
      overlays: overlays(values),
      directionsUrl: values.DIRECTIONS_URL,
    },
    geoIpFile: values.GEOIP_FILE ?? null,
    geocoder: geocodingSettings(values, sandbox),
    photoOrigins: values.PHOTO_HOSTS.map((host) => `https://${host}`),
    linkHosts: values.LINK_HOSTS,
    webhookPrivateHosts: values.WEBHOOK_PRIVATE_HOSTS,
    feed: { email: values.FEED_EMAIL, licenseUrl: values.FEED_LICENSE_URL ?? null },
  };
}

function mqttTls(values: Environment): Settings['mqttTls'] {
  const given = complete({
    port: ['MQTT_TLS_PORT', values.MQTT_TLS_PORT?.toString()],
    certificateFile: ['MQTT_TLS_CERT', values.MQTT_TLS_CERT],
    keyFile: ['MQTT_TLS_KEY', values.MQTT_TLS_KEY],
  });
  if (!given) return null;
  if (values.MQTT_URL) throw new SettingsError('MQTT_TLS_PORT is for the embedded broker only.');
  return { host: values.MQTT_TLS_HOST, ...given, port: Number(given.port) };
}

function mail({ MAIL_URL: url, MAIL_FROM: from }: Environment): Settings['mail'] {
  if (!url) return null;
  if (!from) throw new SettingsError('MAIL_URL needs MAIL_FROM.');
  return { url, from };
}

function stripeOf(values: Environment): Settings['stripe'] {
  const keys = complete({
    secretKey: ['STRIPE_SECRET_KEY', values.STRIPE_SECRET_KEY],
    publishableKey: ['STRIPE_PUBLISHABLE_KEY', values.STRIPE_PUBLISHABLE_KEY],
    webhookSecret: ['STRIPE_WEBHOOK_SECRET', values.STRIPE_WEBHOOK_SECRET],
  });
  if (!keys) return null;
  if (isLive(keys.secretKey) !== isLive(keys.publishableKey)) {
    throw new SettingsError(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY have different modes (test and live).',
    );
  }
  const { webhookSecret, ...apiKeys } = keys;
  const { CURRENCY: currency, STRIPE_MINIMUM_CHARGE: amount } = values;
  return {
    ...apiKeys,
    webhookSecrets: [webhookSecret, values.STRIPE_WEBHOOK_SECRET_PREVIOUS].filter(
      (secret) => secret !== undefined,
    ),
    url: values.STRIPE_API_URL,
    sheets: [...new Set(values.STRIPE_SHEETS)],
    minimumCharge: amount === undefined ? null : { currency, amount },
  };
}

function isLive(key: string): boolean {
  return key.includes('_live_');
}

/**
 * Whether nobody else can read the traffic to this address, because it is encrypted or stays on this
 * machine.
 */
function isPrivate(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
}

function baseMap(values: Environment, sandbox: boolean): BaseMap {
  const kind = values.BASE_MAP ?? (values.BASE_MAP_URL ? 'mvt' : undefined);
  if (kind === 'none') return { kind };
  if (kind === undefined) return sandbox ? sandboxBaseMap : { kind: 'none' };
  if (!values.BASE_MAP_URL) throw new SettingsError('BASE_MAP needs BASE_MAP_URL.');
  if (kind !== 'pmtiles' && !tileUrl.safeParse(values.BASE_MAP_URL).success) {
    throw new SettingsError('BASE_MAP_URL needs {z}, {x} and {y}.');
  }
  return {
    kind,
    url: values.BASE_MAP_URL,
    maxDataZoom: values.BASE_MAP_MAX_ZOOM,
    attribution: values.BASE_MAP_ATTRIBUTION,
  };
}

function overlays(values: Environment): MapOverlay[] {
  const given = {
    traffic: { url: values.MAP_TRAFFIC_URL, attribution: values.MAP_TRAFFIC_ATTRIBUTION },
    transit: { url: values.MAP_TRANSIT_URL, attribution: values.MAP_TRANSIT_ATTRIBUTION },
    bicycle: { url: values.MAP_BICYCLE_URL, attribution: values.MAP_BICYCLE_ATTRIBUTION },
  };
  return overlayKinds.flatMap((kind) => {
    const { url, attribution } = given[kind];
    return url === undefined ? [] : [{ kind, url, attribution }];
  });
}

function withPort(address: string, newPort: number): string {
  const url = new URL(address);
  url.port = String(newPort);
  return withoutSlash(url.href);
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}

function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

/** The PostgreSQL server in which tests create their databases. */
export function testPostgresUrl(env: NodeJS.ProcessEnv = process.env): string {
  return env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
}
