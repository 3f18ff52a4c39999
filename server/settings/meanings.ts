/** The documentation of one environment variable. The text is Markdown. */
export interface VariableMeaning {
  readonly meaning: string;
  /** The default, if the schema cannot show it because it is computed, structured or long. */
  readonly default?: string;
  /** The value must not appear in logs, images or version control. */
  readonly isSecret?: true;
}

export interface VariableGroup {
  readonly title: string;
  readonly variables: Readonly<Record<string, VariableMeaning>>;
}

/**
 * All environment variables of the server. `npm run docs:configuration` creates the tables of
 * `docs/configuration.md` from them.
 */
export const variableGroups: readonly VariableGroup[] = [
  {
    title: 'Server',
    variables: {
      NODE_ENV: {
        meaning: '`development`, `production` or `test`. `production` switches the sandbox off.',
      },
      HOST: { meaning: 'Address to listen on. `0.0.0.0` listens on all addresses.' },
      PORT: { meaning: 'Port of the app and the API.' },
      PUBLIC_URL: {
        default: '`http://localhost:PORT`',
        meaning: 'Address at which riders reach the app. QR codes and links contain it.',
      },
      TRUST_PROXY: {
        meaning:
          'Number of proxies in front of the server that report the caller’s address. At least 1 in production with https.',
      },
      CALL_LIMITS_FACTOR: {
        default: '`1`; `10` with the sandbox',
        meaning:
          'Multiplies the limits of calls without a session, for each address and in all. See [Floods of calls](operating.md#floods-of-calls).',
      },
      CONNECTIONS: { meaning: 'Open connections of a server process. It closes further ones.' },
      CONNECTIONS_PER_ADDRESS: {
        default: '`1000`; no limit behind a proxy',
        meaning: 'Open connections of an address. Behind a proxy, the proxy must limit them.',
      },
      LOG_LEVEL: {
        default: '`warn`; `info` in production',
        meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
      },
      OPERATOR_KEY: {
        isSecret: true,
        default: 'a key in the file `operator-key` in `KEYS_DIR`',
        meaning:
          'Secret of the API of operators, at least 32 characters. A command can use the key of an operator instead. Without it, the server creates a key in a file that only its own user can read. Set it if several machines serve the API. See [Operators](operating.md#operators).',
      },
      OPS_URL: {
        default: '`http://127.0.0.1:` and `PORT`',
        meaning: 'Address at which `npm run ops` and `npm run cases` reach the server.',
      },
      INIT_CWD: {
        default: 'set by npm',
        meaning: 'Folder to which the names of files in commands of `npm run ops` are relative.',
      },
      DIST_DIR: { default: '`dist`', meaning: 'Folder of the built app.' },
      BUILDS_DIR: {
        default: '`builds` in `DATA_DIR`',
        meaning:
          'Folder of the hashed files of the last three builds, for tabs that are still open.',
      },
      SERVICE_WORKER: {
        meaning:
          '`off` removes the service worker from all browsers. See [Service worker switch](operating.md#service-worker-switch).',
      },
      MINIMUM_APP_VERSION: {
        meaning:
          'Oldest version of the app. Older apps ask the rider to update. See [Old apps](operating.md#old-apps).',
      },
    },
  },
  {
    title: 'Data',
    variables: {
      DATA_DIR: { meaning: 'Folder of the embedded database and of the sandbox’s state.' },
      DATABASE_URL: {
        default: 'embedded database',
        meaning: 'PostgreSQL, `postgres://user:password@host/database`.',
        isSecret: true,
      },
    },
  },
  {
    title: 'Cabinets',
    variables: {
      MQTT_URL: {
        default: 'embedded broker',
        meaning: 'MQTT broker: `mqtt://…`, `mqtts://…`, `ws://…` or `wss://…`.',
        isSecret: true,
      },
      MQTT_PORT: {
        meaning:
          'Port of the embedded broker. With `0`, the operating system chooses a port; the sandbox does not allow this.',
      },
      MQTT_TLS_PORT: {
        default: 'none',
        meaning:
          'Second port of the embedded broker, for cabinets on other machines. It accepts only TLS. See [Brokers](operating.md#brokers).',
      },
      MQTT_TLS_HOST: { meaning: 'Address of that port. `0.0.0.0` listens on all addresses.' },
      MQTT_TLS_CERT: {
        default: 'none',
        meaning:
          'File with the certificate of that port and its chain (PEM). A change is noticed within a minute.',
      },
      MQTT_TLS_KEY: { default: 'none', meaning: 'File with the key of that certificate (PEM).' },
    },
  },
  {
    title: 'Sandbox',
    variables: {
      SANDBOX: {
        default: '`1`; `0` in production',
        meaning:
          'Whether cabinets, card issuer, text messages and e-mail are simulated. See [Sandbox](sandbox.md).',
      },
      STAGING: {
        meaning:
          '`1` lets a production server run with test keys and simulated services, for example for a trial. The server then refuses live keys.',
      },
      SANDBOX_PORT: {
        default: '`PORT` + 3',
        meaning: 'Port of the sandbox’s process for the server. Only this machine can reach it.',
      },
      ISSUER_PORT: {
        default: '`PORT` + 1',
        meaning: 'Port of the simulated card issuer, which needs a separate origin.',
      },
      ISSUER_URL: {
        default: '`PUBLIC_URL` with `ISSUER_PORT`',
        meaning: 'Address at which browsers reach the simulated card issuer.',
      },
      IDENTITY_PORT: {
        default: '`PORT` + 2',
        meaning: 'Port of the simulated Facebook, Apple and Google, which need a separate origin.',
      },
      IDENTITY_URL: {
        default: '`PUBLIC_URL` with `IDENTITY_PORT`',
        meaning: 'Address at which browsers reach the simulated sign-in provider.',
      },
    },
  },
  {
    title: 'Login codes',
    variables: {
      CODE_SECRET: {
        default: 'none in production; else created at the first start',
        meaning:
          'Key of the hashes of login codes, and of phones and cards that got a reward. At least 32 random characters: `openssl rand -base64 32`.',
        isSecret: true,
      },
      CODE_SECRET_PREVIOUS: {
        meaning:
          'The previous key. Set it as long as the server must recognise hashes with this key. See [Rotating keys](security.md#rotating-keys).',
        isSecret: true,
      },
      KEYS_DIR: {
        default: '`DATA_DIR` with `-keys` at its end',
        meaning:
          'Folder of the key that a server with the embedded database creates itself. It must not be in `DATA_DIR`, so that copies of the data do not contain the key.',
      },
      SERVED_COUNTRIES: {
        default: 'all; `COUNTRY` in production',
        meaning: 'Countries whose phones may log in, such as `US,MX`.',
      },
      CODES_PER_ADDRESS: {
        default: '`60`; `5000` in the sandbox',
        meaning: 'Codes per network address and hour.',
      },
      CODES_PER_PHONE: { meaning: 'Codes per phone and day.' },
      CODES_PER_COUNTRY: { meaning: "Codes per hour to one country's phones." },
      CODES_PER_COUNTRY_PER_DAY: {
        meaning:
          "Codes per day (UTC) to one country's phones. If this limit is reached, support gets a case.",
      },
      CODES_PER_DAY: {
        meaning:
          'Codes per day (UTC) to all phones. If this limit is reached, support gets a case.',
      },
      CODES_BREAKER: {
        meaning:
          'Number of codes per country and hour after which `CODES_BREAKER_PERCENT` applies.',
      },
      CODES_BREAKER_PERCENT: {
        meaning:
          'If a lower percentage of the codes of the last hour was entered, the app must solve a challenge before it gets a code for this country. Known devices are exempt. `0`: no limit.',
      },
      CODES_CHALLENGE_BITS: {
        meaning:
          'Difficulty, in bits, of the challenge that the app must solve if an IP address or a country has exceeded its limit of codes. The default takes about two seconds on a slow phone. Each further bit doubles the time.',
      },
    },
  },
  {
    title: 'Card testing',
    variables: {
      CARD_CALLS_PER_ADDRESS: {
        default: '`200`; `20000` in the sandbox',
        meaning: 'Calls per network address and hour that add or charge cards.',
      },
      CARD_CALLS_PER_CARD: {
        default: '`20`; `20000` in the sandbox',
        meaning: 'Calls per card and hour that charge it, over all accounts.',
      },
      CARD_TESTING_DECLINES: {
        meaning:
          'Number of declined cards and charges per account and hour after which new cards are paused.',
      },
      CARD_TESTING_CARDS: {
        meaning:
          'Number of different cards added per account and hour after which new cards are paused.',
      },
      CARD_TESTING_PER_ADDRESS: {
        default: '`40`; `20000` in the sandbox',
        meaning:
          'Number of declines, and number of different cards, per network address and hour after which new cards are paused.',
      },
      CARD_TESTING_PAUSE_MINUTES: {
        meaning:
          'How long an account or address can neither add cards nor use cards that never paid. Each pause opens a case.',
      },
    },
  },
  {
    title: 'Sign-in of operators',
    variables: {
      OPERATOR_OIDC_ISSUER: {
        default: 'simulated in the sandbox',
        meaning:
          'Issuer of the OpenID provider with which operators sign in. Redirect URI at the provider: `PUBLIC_URL/api/ops/sign-in/callback`. See [Sign-in of operators](operating.md#sign-in-of-operators).',
      },
      OPERATOR_OIDC_CLIENT_ID: {
        default: 'simulated in the sandbox',
        meaning: 'Required with `OPERATOR_OIDC_ISSUER`.',
      },
      OPERATOR_OIDC_CLIENT_SECRET: {
        default: 'simulated in the sandbox',
        meaning: 'Required with `OPERATOR_OIDC_ISSUER`.',
        isSecret: true,
      },
      OPERATOR_OIDC_ACR: {
        meaning:
          'Value of `acr` that the server requests, and with which the provider confirms a second factor. Without it, only `mfa` in `amr` counts.',
      },
    },
  },
  {
    title: 'Sign-in with social accounts',
    variables: {
      GOOGLE_CLIENT_ID: {
        default: 'simulated in the sandbox',
        meaning:
          'Sign-in with Google. Redirect URI in its console: `PUBLIC_URL/api/auth/social/google/callback`.',
      },
      GOOGLE_CLIENT_SECRET: {
        default: 'simulated in the sandbox',
        meaning: 'Required with `GOOGLE_CLIENT_ID`.',
        isSecret: true,
      },
      APPLE_CLIENT_ID: {
        default: 'simulated in the sandbox',
        meaning:
          'Sign in with Apple: the Services ID. Return URL: `PUBLIC_URL/api/auth/social/apple/callback`.',
      },
      APPLE_TEAM_ID: {
        default: 'simulated in the sandbox',
        meaning: 'Required with `APPLE_CLIENT_ID`.',
      },
      APPLE_KEY_ID: {
        default: 'simulated in the sandbox',
        meaning: 'Required with `APPLE_CLIENT_ID`.',
      },
      APPLE_PRIVATE_KEY: {
        default: 'simulated in the sandbox',
        meaning: 'Text of the `.p8` file. You may write line ends as `\\n`.',
        isSecret: true,
      },
      FACEBOOK_CLIENT_ID: {
        default: 'simulated in the sandbox',
        meaning:
          'Facebook Login: the app’s id. Redirect URI: `PUBLIC_URL/api/auth/social/facebook/callback`.',
      },
      FACEBOOK_CLIENT_SECRET: {
        default: 'simulated in the sandbox',
        meaning: 'Required with `FACEBOOK_CLIENT_ID`.',
        isSecret: true,
      },
    },
  },
  {
    title: 'Text messages (Twilio)',
    variables: {
      TWILIO_VERIFY_SERVICE_SID: {
        meaning: 'Verify service that texts the login codes, also in the sandbox.',
      },
      TWILIO_ACCOUNT_SID: {
        meaning: 'SID of the account. Required with `TWILIO_AUTH_TOKEN` or a key.',
      },
      TWILIO_AUTH_TOKEN: { meaning: 'Token of the account. Prefer a key.', isSecret: true },
      TWILIO_API_KEY: {
        meaning: 'SID of an API key of the account. The server uses it instead of the token.',
      },
      TWILIO_API_SECRET: { meaning: 'Required with `TWILIO_API_KEY`.', isSecret: true },
      TWILIO_MESSAGING_SERVICE_SID: {
        meaning: 'Messaging service that texts receipts. Needs `TWILIO_ACCOUNT_SID`.',
      },
      TWILIO_MESSAGING_FROM: {
        meaning:
          'Number of the account that sends texts instead of a Messaging service: `+13125550100`.',
      },
      TWILIO_URL: { meaning: 'Address of the Verify API. For tests.' },
      TWILIO_MESSAGING_URL: { meaning: 'Address of the Messaging API. For tests.' },
    },
  },
  {
    title: 'Payments (Stripe)',
    variables: {
      STRIPE_SECRET_KEY: {
        default: 'none: the sandbox’s card issuer',
        meaning:
          'Key of the account, `sk_…`. Prefer a restricted key, `rk_…`. While the sandbox is on, only test keys work.',
        isSecret: true,
      },
      STRIPE_PUBLISHABLE_KEY: {
        meaning: 'Required with the secret key, in the same mode (test or live): `pk_…`.',
      },
      STRIPE_WEBHOOK_SECRET: {
        meaning:
          'Required with the secret key. Secret of the endpoint `PUBLIC_URL/api/webhooks/stripe`.',
        isSecret: true,
      },
      STRIPE_WEBHOOK_SECRET_PREVIOUS: {
        meaning:
          'The previous secret. Set it while Stripe may still sign events with it. See [Rotating keys](security.md#rotating-keys).',
        isSecret: true,
      },
      STRIPE_SHEETS: {
        default: '`applePay,googlePay`',
        meaning: 'Payment methods besides cards: `applePay`, `googlePay`, `payPal`.',
      },
      STRIPE_MINIMUM_CHARGE: {
        default: 'Stripe’s for `CURRENCY`',
        meaning:
          'Smallest charge in minor units. Set it if Stripe pays out in a currency other than `CURRENCY`.',
      },
      STRIPE_API_URL: { meaning: 'Address of the API. For tests.' },
    },
  },
  {
    title: 'Reconciliation',
    variables: {
      RECONCILE_AT: {
        meaning:
          'Time of the day at which the books are compared with the payment provider. See [The books](operating.md#the-books).',
      },
      RECONCILE_ZONE: {
        meaning: 'Time zone of that time, and of the days that the reports show.',
      },
      RECONCILE_DELAY_HOURS: {
        meaning:
          'Age in hours after which a movement that only one side has counts as a difference.',
      },
    },
  },
  {
    title: 'E-mail',
    variables: {
      MAIL_URL: {
        default: 'none; the sandbox’s mailbox',
        meaning:
          'SMTP server, `smtps://user:password@host`. Without it riders’ addresses stay unconfirmed.',
        isSecret: true,
      },
      MAIL_FROM: { meaning: 'Sender, `Charger <hello@example.com>`. Required with `MAIL_URL`.' },
    },
  },
  {
    title: 'Push messages',
    variables: {
      VAPID_PUBLIC_KEY: {
        default: 'none; the sandbox creates a pair',
        meaning:
          'Public key that signs push messages. See [Push messages](operating.md#push-messages).',
      },
      VAPID_PRIVATE_KEY: {
        default: 'none; the sandbox creates a pair',
        meaning: 'Required with the public key.',
        isSecret: true,
      },
      VAPID_PREVIOUS_PUBLIC_KEY: {
        meaning:
          'Public key of the previous pair, for browsers that subscribed with it. See [Rotating keys](security.md#rotating-keys).',
      },
      VAPID_PREVIOUS_PRIVATE_KEY: {
        meaning: 'Required with the previous public key.',
        isSecret: true,
      },
      VAPID_SUBJECT: {
        default: 'none; the sandbox has its own',
        meaning: 'Required with the keys. Contact for push services: `mailto:…` or `https://…`.',
      },
      PUSH_HOSTS: {
        default: 'those of the large browsers',
        meaning:
          'Hosts of push services that the server may call: `fcm.googleapis.com,*.push.apple.com`.',
      },
    },
  },
  {
    title: 'Business',
    variables: {
      BRAND_NAME: { default: 'none: the logo alone', meaning: 'The operator’s name.' },
      SUPPORT_PHONE: {
        meaning: 'The phone number of support. The app shows it where a rider may need help.',
      },
      COUNTRY: { meaning: 'The operator’s country (ISO 3166), for phone and card forms.' },
      CURRENCY: {
        meaning:
          'Currency of GoCash, coupons and rewards (ISO 4217). Tariffs must use the same currency.',
      },
      GOCASH_OFFERS: {
        default: '`1000+100,2000+400,4000+1200`',
        meaning: 'Top-up amounts and the bonus on each, in minor units.',
      },
      GOCASH_REFUNDABLE: {
        meaning: '`1` lets riders return their top-ups to the cards that paid them.',
      },
      CHARGEBACK_FEES: {
        default: '`USD:1500`',
        meaning:
          'What the payment provider charges for a chargeback, in minor units: `USD:1500,EUR:2000`.',
      },
      FRAUD_REFUND_FACTOR: {
        meaning:
          'A payment with an early fraud warning is refunded if it is at most the fee times this factor. `0`: support decides.',
      },
      OPERATOR_REFUND_LIMIT: {
        meaning:
          'Highest amount in minor units of `CURRENCY` that operators together refund, waive or credit for one order or one top-up, and highest sum of credits to one rider within 30 days. Above it, a second operator must approve. See [Refunds](operating.md#refunds-and-their-limits).',
      },
      OPERATOR_REFUND_LIMIT_PER_DAY: {
        meaning:
          'Highest sum of these amounts for one operator within 24 hours, in minor units of `CURRENCY`.',
      },
      TICKET_DARK_MINUTES: {
        meaning:
          'Minutes without contact to a cabinet after which somebody must look. See [Tickets](operating.md#tickets).',
      },
      TICKET_STOCK_MINUTES: {
        meaning: 'Minutes for which a station is empty or full before somebody must look.',
      },
      TICKET_LOW_HOURS: {
        meaning:
          'Hours before a station is expected to run out of chargers in which somebody must look. `0` switches the rule off.',
      },
      TICKET_HOT_DEGREES: {
        meaning: 'Temperature in a cabinet, in degrees Celsius, at which somebody must look.',
      },
      UNKNOWN_CHARGERS: {
        meaning:
          'What happens to chargers in the inventory of a cabinet that nobody registered. `accept`: riders can rent them. `holdBack`: nobody can rent them, and support gets a case. See [Chargers](operating.md#chargers).',
      },
      STARTS_PER_STATION_MINUTE: {
        meaning:
          'Highest number of rentals that can begin at one station within a minute. It limits misuse. Raise it for cabinets with more slots.',
      },
      RESERVE_CHARGER_MINUTES: {
        meaning:
          'Minutes for which a rider can reserve a charger before the rental. `0`: riders cannot reserve chargers.',
      },
      RESERVE_SLOT_MINUTES: {
        meaning:
          'Minutes for which a rider with a rental can reserve a free slot for the return. `0`: riders cannot reserve slots.',
      },
      FULL_STATION_PAUSE_MINUTES: {
        meaning:
          'Minutes for which the clock of a rental stands still if the station of a reserved slot is full. A rental has at most two such pauses. `0`: the clock runs on.',
      },
      UNUSED_RESERVATIONS_PER_DAY: {
        meaning:
          'Highest number of reservations within 24 hours that a rider cancels or does not use. It limits misuse. Chargers and slots count together.',
      },
      CLAIM_CHECK_SECONDS: {
        meaning:
          'Seconds in which the cabinet can confirm that a charger is back, after its rider says so. Then support gets a case.',
      },
      UNCERTAIN_EJECT_DAYS: {
        meaning:
          'Days for which an eject without an answer counts for its rider and its card. See [Ejects without an answer](operating.md#ejects-without-an-answer).',
      },
      UNCERTAIN_EJECTS_PER_RIDER: {
        meaning:
          'Highest number of ejects without an answer of one rider for which the hold is still released after ten minutes.',
      },
      UNCERTAIN_EJECTS_PER_CARD: {
        meaning:
          'Highest number of ejects without an answer of one card, over all accounts, for which the hold is still released after ten minutes.',
      },
      UNCERTAIN_EJECTS_PER_STATION: {
        meaning:
          'Highest number of ejects without an answer at one station within 24 hours for which no case is opened.',
      },
      UNCERTAIN_EJECT_HOLD_HOURS: {
        meaning:
          'How many hours the hold stays, from the start of the rental, if a rider or a card is above these numbers. Banks end a hold after five to seven days. `0`: the hold is always released after ten minutes.',
      },
      REFERRAL_REWARD: {
        meaning:
          'GoCash for the rider and for the friend when an invited friend registers, in minor units. `0`: no reward.',
      },
      REFERRAL_LIMIT: { meaning: 'Highest number of friends for whom one rider is rewarded.' },
      REWARD_NEEDS_PROOF: {
        meaning:
          '`1`: riders can spend rewards for invites and new riders only with a verified phone, or after the first paid rental.',
      },
    },
  },
  {
    title: 'Hosts',
    variables: {
      HOST_SHARE: {
        default: 'none; `20-30` in the sandbox',
        meaning:
          'The host’s share of what riders pay, in per cent: `25` or `20-30`. Without it, the page shows no estimate.',
      },
      HOST_VENUES: {
        default: 'none; examples in the sandbox',
        meaning:
          'Required with `HOST_SHARE`. For each kind of venue: the usual and the highest number of rentals a day, and the minutes of a rental. `cafe=4-20@120,…`',
      },
      HOST_KEEP_DAYS: { meaning: 'Days until a host’s request is erased.' },
    },
  },
  {
    title: 'Map',
    variables: {
      MAP_CENTER: {
        default: '`41.8781,-87.6298`',
        meaning: 'Latitude and longitude at which the map opens.',
      },
      MAP_ZOOM: { meaning: 'Zoom at which the map opens, 1 to 20.' },
      BASE_MAP: {
        default: '`mvt` if `BASE_MAP_URL` is set',
        meaning: 'Kind of base map: `mvt`, `raster`, `pmtiles` or `none`.',
      },
      BASE_MAP_URL: {
        default: 'none; streets of Chicago in the sandbox',
        meaning:
          'Address of the tiles, with `{z}`, `{x}` and `{y}`; for `pmtiles`, the address of the archive. The server also reads these tiles to draw the map of the first frame, but not those of `raster`.',
      },
      BASE_MAP_MAX_ZOOM: { meaning: 'Highest zoom level with data.' },
      BASE_MAP_ATTRIBUTION: {
        meaning: 'Source of the data, which the map shows. It may contain links as HTML.',
      },
      MAP_TRAFFIC_URL: { meaning: 'Raster tiles of traffic: a template like `BASE_MAP_URL`.' },
      MAP_TRAFFIC_ATTRIBUTION: { meaning: 'Source of the data, shown with the traffic.' },
      MAP_TRANSIT_URL: {
        meaning: 'Raster tiles of public transport: a template like `BASE_MAP_URL`.',
      },
      MAP_TRANSIT_ATTRIBUTION: { meaning: 'Source of the data, shown with the public transport.' },
      MAP_BICYCLE_URL: { meaning: 'Raster tiles of cycle ways: a template like `BASE_MAP_URL`.' },
      MAP_BICYCLE_ATTRIBUTION: { meaning: 'Source of the data, shown with the cycle ways.' },
      DIRECTIONS_URL: {
        default: 'Google Maps, on foot',
        meaning:
          'Directions to a station, for devices without a map app. Template with `{lat}`, `{lng}` and `{name}`.',
      },
      GEOIP_FILE: {
        default: 'embedded, by country',
        meaning:
          'Database of cities (`.mmdb`, MaxMind’s format). With it, the server finds the city of a network address.',
      },
      PHOTO_HOSTS: {
        default: 'none',
        meaning: 'Other hosts from which station photos may come, over https.',
      },
    },
  },
  {
    title: 'Search for places',
    variables: {
      GEOCODER: {
        default: 'depends on other variables',
        meaning:
          '`gazetteer`, `nominatim`, `photon` or `stations`. See [Search for places](operating.md#search-for-places).',
      },
      GEOCODER_URL: { meaning: 'Address of Nominatim or Photon.' },
      GAZETTEER_FILE: {
        default: 'none; Chicago in the sandbox',
        meaning: 'File with the places to find, as line-delimited GeoJSON of at most 200 MB.',
      },
      GAZETTEER_ATTRIBUTION: {
        meaning: 'Source of the data in `GAZETTEER_FILE`. The app shows it next to results.',
      },
    },
  },
  {
    title: 'Links and feed',
    variables: {
      WEBHOOK_PRIVATE_HOSTS: {
        default: 'none',
        meaning:
          'Hosts in your own network to which webhooks may go, with their ports, such as `hooks.internal:8080`. Others must have public addresses and https. See [Webhooks](operating.md#webhooks).',
      },
      LINK_HOSTS: { default: 'none', meaning: 'Other hosts whose QR codes may name a station.' },
      FEED_EMAIL: {
        meaning: 'Address to which people report errors in the public feed of stations.',
      },
      FEED_LICENSE_URL: {
        default: 'public domain (CC0)',
        meaning: 'Terms of use of the public feed of stations.',
      },
    },
  },
];
