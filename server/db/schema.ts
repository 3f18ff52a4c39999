import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ParameterName } from '../../contract/cabinet/parameters.ts';
import type { CallOrigin } from '../../contract/operators/audit.ts';
import type { BillLine, Discount, Tariff } from '../../contract/rules/pricing/pricing.ts';
import type { Claim } from '../../contract/claims.ts';
import type {
  DisputeReason,
  OrderPause,
  RentalFailure,
  RentalState,
} from '../../contract/orders.ts';
import type { VenueKind } from '../../contract/rules/people/hosts.ts';
import type { CouponKind } from '../../contract/coupons.ts';
import type {
  PaymentMethodKind,
  PaymentPurpose,
  PaymentState,
  PaymentStep,
} from '../../contract/payment.ts';
import type { WalletReason } from '../../contract/wallet.ts';
import type { OpeningHours } from '../../contract/stations.ts';
import type { Language } from '../../contract/config.ts';
import type {
  Notification,
  NotificationKind,
  NotificationSettings,
} from '../../contract/notifications.ts';
import type { ChargerStatus } from '../../contract/operators/chargers.ts';
import type { SetAlerts, TicketKind, TicketState } from '../../contract/operators/tickets.ts';
import type { OperatorFactor } from '../../contract/operators/signIn.ts';
import type { OperatorRole } from '../../contract/operators/team.ts';
import type { StationState } from '../../contract/operators/stations.ts';
import type { VenueState } from '../../contract/operators/venues.ts';
import type { SocialProvider } from '../../contract/signIn/socialProvider.ts';
import type { ReservationKind } from '../../contract/reservations.ts';
import type { WatchedThing } from '../../contract/watches.ts';
import type { ReportKind } from '../../contract/support.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { BalanceTransactionKind } from '../providers/payments/balance.ts';
import type { DeclineReason } from '../providers/payments/provider.ts';
import type { SlotStatus } from '../../contract/cabinet/messages.ts';
import type { CampaignTables } from './campaignTables.ts';
import type { Computed, Json, JsonDefault } from './columns.ts';

/** `rental` is one hold for the unlock fee and the deposit together. */
export type StoredPurpose = PaymentPurpose | 'rental';

export type MoneyAction = 'setUp' | 'addCard' | 'pay' | 'topUp' | 'rent' | 'notEjected';

type NewsWords = Pick<NonNullable<Notification['news']>, 'title' | 'body'>;

/** The values of a notification that are in no other table, or that may change there later. */
export type NotificationDetails = Partial<
  Pick<Notification, 'slot' | 'amount' | 'bonus' | 'dueAt' | 'wants' | 'outcome' | 'waived'>
>;

export type CaseState = 'open' | 'waiting' | 'closed';
export type CaseWaitsFor = 'rider' | 'cabinet' | 'provider';

type AlertQuietHours = NonNullable<NonNullable<SetAlerts['alerts']>['quietHours']>;

/** How a case was closed. `amount` is in minor units of `currency`. */
export interface StoredOutcome {
  kind: CaseOutcomeKind;
  amount?: number;
  currency?: string;
  /** The end of the rental. */
  at?: string;
  charger?: string;
}
export type CaseOutcomeKind =
  | 'refund'
  | 'waive'
  | 'endRental'
  | 'resume'
  | 'holdBack'
  | 'release'
  | 'none';

/** The types of the tables for queries. The files in `migrations/` define the actual schema. */
export interface Database extends CampaignTables {
  users: {
    id: string;
    number: string;
    phone: string | null;
    name: string | null;
    email: string | null;
    email_confirmed_at: Date | null;
    /** The date as `YYYY-MM-DD`; null if the rider has not entered it. */
    birth_date: string | null;
    invite_code: string;
    language: Language;
    created_at: Date;
    deleted_at: Date | null;
    /** When the phone last changed to another number. */
    phone_changed_at: Date | null;
    /**
     * Since when the account is locked, because the owner undid another person's change; null after the next sign-in of
     * the owner.
     */
    locked_at: Date | null;
    /** Whether the user is a guest, who cannot sign in: a guest has neither a phone nor a social account. */
    is_guest: Generated<boolean>;
    /** The hash of the cookie of a guest's browser. */
    guest_device: string | null;
    /** The rider to whom a guest's rentals were moved. */
    merged_into: string | null;
  };
  /** Changes of how a rider signs in. */
  account_changes: {
    id: string;
    number: Computed<number>;
    user_id: string;
    kind: 'phone' | 'email' | 'linked' | 'unlinked';
    /** The provider of the social account that was linked or unlinked; null for other changes. */
    provider: SocialProvider | null;
    /**
     * The state before the change. The type `BeforeChange` of the module `accountChanges` describes
     * this value.
     */
    before: Json<unknown>;
    language: Language;
    device: string;
    created_at: Date;
    expires_at: Date;
    undone_at: Date | null;
  };
  undo_links: { token_hash: string; change_id: string };
  user_photos: { user_id: string; version: string; webp: Uint8Array; created_at: Date };
  identities: {
    issuer: string;
    subject: string;
    user_id: string;
    provider: SocialProvider;
    label: string | null;
    linked_at: Date;
  };
  social_attempts: {
    id: string;
    provider: SocialProvider;
    purpose: 'signIn' | 'link' | 'stepUp';
    user_id: string | null;
    challenge: string;
    state_hash: string;
    nonce: string;
    code_verifier: string;
    state: 'pending' | 'proven' | 'cancelled' | 'failed' | 'unavailable' | 'finished';
    issuer: string | null;
    subject: string | null;
    label: string | null;
    created_at: Date;
    expires_at: Date;
  };
  contact_changes: {
    id: string;
    user_id: string;
    kind: 'phone' | 'email' | 'stepUp';
    contact: string;
    code_hash: string;
    state: 'issued' | 'verified' | 'expired' | 'exhausted' | 'superseded';
    failures: Generated<number>;
    created_at: Date;
    expires_at: Date;
  };
  one_time_codes: {
    id: string;
    phone: string;
    language: Language;
    /** Null if the SMS provider created the code for an earlier version of the server. */
    code_hash: string | null;
    /** The SMS provider's id of the message. */
    carrier_reference: string | null;
    purpose: Generated<'signIn' | 'changePhone' | 'stepUp'>;
    /**
     * The rider who changes to this phone, or who proves access to this phone; null for a sign-in.
     */
    user_id: string | null;
    /** The browser that requested the code of a sign-in, as a hash; null in rows of an earlier version. */
    browser: string | null;
    /** The hash of the browser if it is a known device within its allowance of codes; null for any other caller. */
    device: string | null;
    state: 'issued' | 'verified' | 'expired' | 'exhausted' | 'superseded';
    failures: Generated<number>;
    created_at: Date;
    expires_at: Date;
  };
  /** Devices that have signed in as the user. */
  known_devices: { /** A hash. */ device: string; user_id: string; used_at: Date };
  /** The numbers of codes per country and minute. */
  code_traffic: {
    /** An ISO country code. The column is called `prefix` because earlier versions counted by calling code. */
    prefix: string;
    minute: Date;
    sent: Generated<number>;
    answered: Generated<number>;
    refused: Generated<number>;
  };
  rate_limits: { bucket: string; window_start: Date; count: number };
  sessions: {
    id_hash: string;
    user_id: string;
    state: 'active' | 'rotated' | 'idleExpired' | 'absoluteExpired' | 'revoked';
    created_at: Date;
    last_seen_at: Date;
    ended_at: Date | null;
    public_id: Generated<string>;
    device: Generated<string>;
    /** When the last step-up of this session was given. */
    proven_at: Date | null;
    is_guest: Generated<boolean>;
  };
  tariffs: { id: string; terms: Json<Tariff> };
  /**
   * The assignment of a tariff to stations, to venues, or to all stations. If several assignments apply to a station,
   * `server/modules/stations/stationTariffs.ts` determines which of them is in force.
   */
  tariff_assignments: {
    id: string;
    /** If two otherwise equal assignments begin at the same time, the one with the higher number is in force. */
    number: Computed<number>;
    tariff_id: string;
    is_for_all: boolean;
    assigned_by: string;
    starts_at: Date;
    ends_at: Date | null;
    /**
     * The hours of the assignment, in the time of the station; day 1 is Monday. These three columns are null if the
     * assignment applies at all hours.
     */
    days: number[] | null;
    from_minute: number | null;
    to_minute: number | null;
  };
  tariff_assignment_venues: { assignment_id: string; venue_id: string };
  tariff_assignment_stations: { assignment_id: string; station_id: string };
  regions: {
    id: string;
    name: string;
    version: Generated<number>;
    /** The version with which each field changed last. */
    field_versions: JsonDefault<Record<string, number>>;
  };
  venues: {
    id: string;
    name: string;
    owner_name: string;
    statement_email: string | null;
    /** The language of the statements. */
    language: Generated<Language>;
    region_id: string;
    state: Generated<VenueState>;
    /** The stations that were paused with the venue. */
    paused_stations: Generated<string[]>;
    version: Generated<number>;
    field_versions: JsonDefault<Record<string, number>>;
    created_at: Date;
  };
  /**
   * When each station was in a venue. A trigger of `stations` writes the rows. `until` is null for the present venue.
   */
  venue_periods: { station_id: string; venue_id: string; since: Date; until: Date | null };
  stations: {
    id: string;
    name: string;
    address: string;
    lat: number;
    lng: number;
    hours: Json<OpeningHours>;
    time_zone: string;
    floor: string | null;
    hint: string | null;
    photo: string | null;
    /**
     * A tiny version of the photo `photo_blur_of` as a data URL; null if there is none. It must not be used for another
     * photo.
     */
    photo_blur: string | null;
    photo_blur_of: string | null;
    /** The arrangement of the slots as the operator gives it, such as `4x2`: four rows of two. */
    layout: string | null;
    /** The arrangement of the slots as the cabinet reports it. */
    reported_layout: string | null;
    /**
     * `empty_since`: since when the station has no charger; null if it has one. `full_since`: since
     * when it has no free slot; null if it has one.
     */
    empty_since: Date | null;
    full_since: Date | null;
    /** The commands that the cabinet reports as supported; null if it does not report them. */
    reported_commands: string[] | null;
    /** The tariff that is in force. */
    tariff_id: string;
    /**
     * The tariff from the station's last import. It applies only to this station, but has the same
     * rank as an assignment for all stations that begins at `own_tariff_at`.
     */
    own_tariff_id: string;
    own_tariff_at: Generated<Date>;
    venue_id: string | null;
    /** The version of the operator's data, and the version with which each field changed last. */
    version: Generated<number>;
    field_versions: JsonDefault<Record<string, number>>;
    /** The hash of the secret of the cabinet; empty if the cabinet has none. */
    secret_hash: string;
    /** A paused station takes only returns. Riders no longer see a retired station, which still takes returns. */
    state: Generated<StationState>;
    online: Generated<boolean>;
    last_seen_at: Date | null;
    /**
     * The time of the last contact before the cabinet lost its connection. The station keeps this
     * time until the cabinet has sent all its stored events; then it is null.
     */
    silent_since: Date | null;
    /** The last contact before the current batch of messages. */
    batch_after: Date | null;
    /**
     * The offset in milliseconds. The server's time is the cabinet's time plus this offset. The value is null
     * until the offset is measured.
     */
    clock_offset_ms: number | null;
    /** The lowest offset that was measured after `clock_window_at`. */
    clock_offset_recent_ms: number | null;
    clock_window_at: Date | null;
    /**
     * The delay, in milliseconds, of the first heartbeat in a series of heartbeats with the same delay. The
     * delay is the time of arrival minus the time that the cabinet wrote into the heartbeat.
     */
    heartbeat_lag_ms: number | null;
    /** The number of heartbeats in the series of `heartbeat_lag_ms`, without the first. */
    steady_heartbeats: Generated<number>;
    inventory_at: Date | null;
    boot_id: string | null;
    chargers: Generated<number>;
    free_slots: Generated<number>;
    slots: Generated<number>;
    /** When the reservations of chargers at this station expire. The list may still contain expired reservations. */
    reserved_chargers: Generated<Date[]>;
    /** When the reservations of free slots at this station expire. */
    reserved_slots: Generated<Date[]>;
    changed_at: Date;
    /** Where a station was imported from, as `system/station_id` of another system; null for other stations. */
    source: string | null;
    /** The position number along the Z-curve; see `contract/rules/places/tiles.ts`. */
    place: Computed<number>;
    /** The constant part of the station's summary, as JSON without its closing brace. */
    card: Computed<string>;
  };
  /** Former secrets of cabinets, which cabinets may use until `valid_until`. */
  former_secrets: { station_id: string; hash: string; valid_until: Date };
  /**
   * The counts of stations, chargers and free slots in each tile of zoom `level`. They are updated with a short delay.
   */
  station_cells: {
    level: number;
    cell: number;
    stations: number;
    chargers: number;
    free_slots: number;
    lat_sum: number;
    lng_sum: number;
  };
  /** The positions of stations that changed. The server must count their tiles again. */
  station_cell_changes: { place: number };
  station_words: { id: Generated<number>; word: string; stations: number; size: Computed<number> };
  station_terms: { word_id: number; place: number; station_id: string };
  slots: {
    station_id: string;
    slot: number;
    state: SlotState;
    status: SlotStatus;
    charger: string | null;
    level: number | null;
    changed_at: Date;
  };
  chargers: {
    serial: string;
    /** `registered`: in stock, but in no cabinet. */
    state: 'registered' | 'docked' | 'rented' | 'quarantined' | 'lost' | 'missing';
    changed_at: Date;
    /** Since when the charger is held back; null if it is not held back. */
    held_back_at: Date | null;
    /**
     * When an operator last released the held-back or recalled charger; null if no operator did. The server ignores
     * earlier reports that the charger does not charge.
     */
    released_at: Date | null;
    batch: string | null;
    model: string | null;
    /** Since when the charger is registered in the stock; null if only a cabinet has reported it. */
    registered_at: Date | null;
    recalled_at: Date | null;
    /** When the charger left the stock for ever. */
    retired_at: Date | null;
    /**
     * The health of the battery in per cent, as the cabinet reports it. `cycles` is the number of its charging cycles.
     */
    health: number | null;
    cycles: number | null;
    /** The status that operators see. The database derives it from the other columns. */
    status: GeneratedAlways<ChargerStatus>;
  };
  /** What a cabinet reports about its own state. */
  cabinet_health: {
    station_id: string;
    firmware: string | null;
    model: string | null;
    /** The strength of the radio signal in dBm. */
    signal: number | null;
    /** In degrees Celsius. */
    temperature: number | null;
    on_mains: boolean | null;
    /** The times of the most recent boots, from old to new. */
    boots: Generated<Date[]>;
    /** The parameters that the cabinet has, with their values. */
    parameters: ColumnType<unknown, never, never>;
  };
  /** What a person must do at a station. */
  tickets: {
    id: Generated<string>;
    number: Generated<string>;
    kind: TicketKind;
    /**
     * Consists of the kind, the station and the slot; for the kind `chargerHeldBack`, also of the
     * charger. At most one ticket with the same key is open.
     */
    key: string;
    station_id: string;
    slot: number | null;
    charger: string | null;
    state: Generated<TicketState>;
    opened_at: Date;
    taken_by: string | null;
    closed_at: Date | null;
    closed_by: string | null;
  };
  /** The operators who want alerts by e-mail. */
  alert_recipients: {
    operator: string;
    email: string;
    quiet_hours: Json<AlertQuietHours> | null;
    changed_at: Date;
  };
  /** Field sessions: visits in which somebody puts chargers into a cabinet or takes them out. */
  field_sessions: {
    id: string;
    station_id: string;
    opened_by: string;
    opened_at: Date;
    closed_at: Date | null;
    closed_by: string | null;
  };
  field_session_chargers: {
    session_id: string;
    charger: string;
    direction: 'in' | 'out';
    slot: number;
    at: Date;
  };
  /** The commands that operators sent to cabinets. The commands of rentals are in `rentals`. */
  cabinet_commands: {
    id: string;
    station_id: string;
    type: 'eject' | 'lock' | 'unlock' | 'restart' | 'inventory' | 'setParameter';
    slot: number | null;
    charger: string | null;
    /** The parameter that the command `setParameter` sets; null for other commands. */
    parameter: ParameterName | null;
    value: number | null;
    state: 'sent' | 'done' | 'failed' | 'unknown';
    reason: string | null;
    asked_by: string;
    asked_at: Date;
    expires_at: Date;
    /**
     * The boot of the cabinet when the command was sent. The command `restart` is done when the
     * cabinet has another boot.
     */
    boot_id: string | null;
    answered_at: Date | null;
  };
  payment_methods: {
    id: string;
    user_id: string;
    kind: PaymentMethodKind;
    provider: string;
    provider_card: string;
    fingerprint: string;
    brand: string;
    last4: string;
    expiry_month: number | null;
    expiry_year: number | null;
    name_on_card: string;
    country: string;
    postal_code: string;
    is_default: boolean;
    label: string | null;
    created_at: Date;
    removed_at: Date | null;
    /** The guest under whom the payment provider stores the method; null if the provider stores it under `user_id`. */
    customer_of: string | null;
  };
  /** Calls that move money, or with which somebody could test stolen cards. */
  money_calls: {
    /** The hash of the idempotency key. */
    id: string;
    action: MoneyAction;
    user_id: string;
    session: string;
    /** The hash of the caller's network. */
    network: string;
    /** The hash of the /48 network of an IPv6 address; null for IPv4. */
    site: string | null;
    order_id: string | null;
    fingerprint: string | null;
    declined: Generated<boolean>;
    called_at: Date;
  };
  card_pauses: { whose: string; until: Date };
  payment_customers: { provider: string; user_id: string; customer: string };
  provider_keys: { provider: string; operation: string; spent: number; changed_at: Date };
  chargebacks: {
    id: string;
    provider: string;
    /** The id of the chargeback at the provider. */
    provider_id: string;
    payment_id: string;
    user_id: string;
    rental_id: string | null;
    state: ChargebackState;
    /** The bank's reason, as the provider words it. */
    reason: string;
    currency: string;
    amount: number;
    due_by: Date | null;
    /**
     * `withdrawn`: the amount that the provider has taken. `reinstated`: the amount that the
     * provider has put back. `lost`: the amount of the booked loss.
     */
    withdrawn: Generated<number>;
    reinstated: Generated<number>;
    lost: Generated<number>;
    /** How often the loss was booked, or the booked loss was changed. */
    loss_bookings: Generated<number>;
    /** The ids that the provider gave to the booked movements. */
    movements: JsonDefault<string[]>;
    /**
     * `answered_inquiry_at`: when the server sent the evidence for the inquiry. `answered_at`: when
     * it sent the evidence against the chargeback itself.
     */
    answered_inquiry_at: Date | null;
    answered_at: Date | null;
    created_at: Date;
    changed_at: Date;
    /** When the server read the stored state from the provider. */
    read_at: Date;
    /** When an operator lifted the freeze of the rider's account. */
    lifted_at: Date | null;
  };
  /** The receipts that the server uploads as evidence, one for each stage of the chargeback. */
  evidence_receipts: {
    chargeback_id: string;
    stage: 'inquiry' | 'needsEvidence';
    begun_at: Date;
    /** The id of the file at the provider; null until the upload is answered. */
    file: string | null;
  };
  fraud_warnings: {
    id: string;
    provider: string;
    provider_id: string;
    payment_id: string;
    /** `left`: a refund is not worth its cost. `closed`: it is too late for a refund, or none is needed. */
    state: 'warned' | 'refunded' | 'left' | 'closed';
    created_at: Date;
    changed_at: Date;
  };
  terms_acceptances: { user_id: string; version: string; accepted_at: Date };
  operator_actions: {
    id: Generated<number>;
    action: string;
    subject: string;
    details: Json<unknown>;
    at: Date;
    who: Generated<string>;
    why: Generated<string>;
    before: JsonDefault<object>;
    after: JsonDefault<object>;
    /** The idempotency key of the act; null for acts without a key. */
    key: string | null;
    /** Where the call came from; null for acts without a call, and for entries of versions that did not store it. */
    client: CallOrigin['client'] | null;
    network: string | null;
    /** The position in the chain of hashes. */
    place: Computed<number | null>;
    hash: Computed<string | null>;
  };
  /**
   * Blocked accounts, phones, cards and browsers. No rental, reservation, top-up, new card or code by text may use
   * them.
   */
  rider_blocks: {
    kind: 'account' | 'phone' | 'card' | 'device';
    /** The id of an account, the hash of a browser, or a keyed hash of a phone or a card. */
    mark: string;
    blocked_at: Date;
    blocked_by: string;
    /**
     * The number of the rider who has this account, phone, card or browser; null for a phone that
     * an operator entered.
     */
    rider: string | null;
  };
  operators: {
    id: string;
    name: string;
    roles: OperatorRole[];
    blocked_at: Date | null;
    created_at: Date;
    /**
     * The e-mail address by which the first sign-in finds the operator. The identity provider must
     * have verified this address.
     */
    email: string | null;
    /** The operator's account at the identity provider. An administrator entered it, or the first sign-in bound it. */
    issuer: string | null;
    subject: string | null;
    /** When an administrator invited the operator; null after the first sign-in. */
    invited_at: Date | null;
    /** The regions and venues to which the operator is limited. Both are empty if there is no limit. */
    regions: Generated<string[]>;
    venues: Generated<string[]>;
  };
  /**
   * Sign-ins of operators at the provider. A sign-in by a command ends with a one-time code; the columns from
   * `operator_id` on belong to this code.
   */
  operator_attempts: {
    id: string;
    /** The hash of the OAuth parameter `state` and the browser's token. A random text replaces a hash that was used. */
    state_hash: string;
    nonce: string;
    code_verifier: string;
    /** Whether the provider must ask for the password, even if the operator has an open session there. */
    again: boolean;
    /**
     * The port on which the command listens on the operator's machine. `challenge` is the PKCE challenge of the
     * command.
     */
    port: number | null;
    challenge: string | null;
    created_at: Date;
    expires_at: Date;
    operator_id: string | null;
    factor: OperatorFactor | null;
    proven_at: Date | null;
    code_hash: string | null;
    code_expires_at: Date | null;
  };
  /** One-time links with which an administrator signs in for the first time. */
  operator_links: {
    hash: string;
    operator_id: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  operator_sessions: {
    id: string;
    operator_id: string;
    /** SHA-256 of the token, in base64url. */
    hash: string;
    way: 'provider' | 'link';
    device: string;
    created_at: Date;
    last_seen_at: Date;
    /** The second factor that the operator gave in this session; null before that. */
    factor: OperatorFactor | null;
    /** When the operator last gave a password or a second factor; null if the provider did not send the time. */
    proven_at: Date | null;
    ended_at: Date | null;
  };
  /** The second factors (TOTP, RFC 6238) of operators. The secrets are encrypted. */
  operator_factors: {
    operator_id: string;
    secret: string | null;
    /** A new secret, until the operator confirms it with a code. */
    pending: string | null;
    /** The time step of the last code, so that no code works twice. */
    last_step: Generated<number>;
    /** The number of wrong codes since the last right code. */
    failures: Generated<number>;
    locked_until: Date | null;
    confirmed_at: Date | null;
  };
  operator_recovery_codes: { hash: string; operator_id: string; used_at: Date | null };
  /** Bulk acts of operators. An outbox job handles the items one after the other. */
  bulk_acts: {
    id: string;
    action: string;
    subject: string;
    /** What to do with each item. The code of the act parses this value. */
    details: Json<unknown>;
    who: string;
    why: string;
    items: string[];
    /** The number of finished items. The server handles the items in the order of `items`. */
    done: Generated<number>;
    failures: JsonDefault<{ item: string; code: string; detail: string }[]>;
    asked_at: Date;
    /** Null while items are left. */
    ended_at: Date | null;
  };
  /** Acts of operators that take effect only when a second operator approves them. */
  pending_acts: {
    id: string;
    action: string;
    subject: string;
    /** What to do. The code of the act parses this value. */
    request: Json<unknown>;
    requested_by: string;
    why: string;
    requested_at: Date;
    expires_at: Date;
    state: 'open' | 'approved' | 'rejected' | 'withdrawn';
    decided_by: string | null;
    decided_at: Date | null;
  };
  /** The amounts that operators have paid to riders, such as refunds. */
  operator_payouts: {
    id: Computed<number>;
    who: string;
    /** The order, the top-up or the rider that got the amount. */
    subject: string;
    currency: string;
    amount: number;
    paid_at: Date;
    /**
     * Whether a second operator approved the payment. Such a payment does not count towards the limits above which a
     * payment needs an approval.
     */
    approved: boolean;
  };
  operator_keys: {
    id: string;
    operator_id: string;
    /** SHA-256 of the key, in base64url. */
    hash: string;
    label: string;
    created_at: Date;
    /** The last day of use, in UTC. */
    used_on: string | null;
    revoked_at: Date | null;
    /** The scopes of the key, such as `chargers:read`; null if the key has all permissions of its operator. */
    scopes: string[] | null;
    expires_at: Date | null;
  };
  webhook_events: { provider: string; id: string; received_at: Date };
  rentals: {
    id: string;
    number: string;
    user_id: string;
    state: RentalState;
    failure: RentalFailure | null;
    station_id: string;
    slot: number;
    charger: string;
    tariff: Json<Tariff>;
    payment_method_id: string;
    eject_command: string;
    eject_expires_at: Date | null;
    created_at: Date;
    started_at: Date | null;
    returned_at: Date | null;
    return_station_id: string | null;
    return_slot: number | null;
    /** The event by which the cabinet reported the return of the charger. */
    return_boot_id: string | null;
    return_seq: number | null;
    /** When the lost charger came back, and the rider got the fee of the loss back. */
    found_at: Date | null;
    same_station: boolean | null;
    lines: JsonDefault<BillLineRow[]>;
    total: number | null;
    payment_failure: ErrorCode | null;
    seen_at: Date | null;
    /** When the rider reported that the charger did not come out; null if no such report is open. */
    not_ejected_at: Date | null;
    changed_at: Date;
    next_check_at: Date | null;
    /** Whether GoCash pays the bill, up to the balance. The deposit is always held on the payment method. */
    use_go_cash: Generated<boolean>;
    rider_coupon_id: string | null;
    /** The discount of the coupon, frozen when the order was created. */
    discount: Json<Discount> | null;
    /** The number of reminders about the unpaid bill. */
    reminders: Generated<number>;
    /** When to warn the rider about the deposit or the loss; null if no warning is due. */
    warn_at: Date | null;
    /** When the eject became uncertain. */
    uncertain_eject_at: Date | null;
    /**
     * A keyed hash of the card of an uncertain eject. It is deleted when the eject no longer counts against the card.
     */
    uncertain_eject_card: string | null;
    /** The latest time at which the server voids the payment hold of a suspicious rental; null for other rentals. */
    held_until: Date | null;
    /**
     * The browser and the card of a guest's rental. Both are deleted soon after the rental has
     * ended and is paid.
     */
    guest_device: string | null;
    guest_card: string | null;
    /**
     * The time from which the cost does not rise, because a claim about the charger is open; null
     * if no claim is open.
     */
    claimed_at: Date | null;
    /**
     * The number of seconds by which pauses and ended claims have delayed the capture of the
     * deposit and the loss.
     */
    moved_seconds: Generated<number>;
    /**
     * The pauses: times in which the clock of the rental stands still, because the station of a reserved slot was full.
     */
    pauses: JsonDefault<OrderPause[]>;
    /** Whether the rider pays nothing, because the charger does not charge. A loss is still billed. */
    is_free: Generated<boolean>;
  };
  /** Reports that a charger does not charge. */
  charger_reports: { rental_id: string; charger: string; reported_at: Date };
  /**
   * The swap of a rental's faulty charger for a second charger. The columns from `charger` to
   * `started_at` describe the faulty charger.
   */
  charger_swaps: {
    rental_id: string;
    state: 'opening' | 'done' | 'failed';
    charger: string;
    station_id: string;
    slot: number;
    eject_command: string;
    eject_expires_at: Date | null;
    started_at: Date;
    swapped_at: Date;
  };
  /** Claims of riders that a charger is back, that no slot takes it, or that no charger came out. */
  rental_claims: {
    id: string;
    number: string;
    rental_id: string;
    user_id: string;
    kind: Claim['kind'];
    state: 'checking' | 'support' | 'confirmed' | 'refused';
    station_id: string | null;
    /** The serial number that the rider read from the charger. */
    charger: string | null;
    lat: number | null;
    lng: number | null;
    claimed_at: Date;
    created_at: Date;
    /** Until this time the cabinet can confirm the claim. Afterwards support decides. */
    checked_until: Generated<Date>;
    ended_at: Date | null;
  };
  claim_photos: { claim_id: string; webp: Uint8Array; created_at: Date };
  top_ups: {
    id: string;
    number: string;
    user_id: string;
    payment_method_id: string;
    state: 'requested' | 'credited' | 'declined';
    currency: string;
    amount: number;
    bonus: number;
    failure: ErrorCode | null;
    created_at: Date;
    credited_at: Date | null;
  };
  /** The payments of rentals and top-ups. Either the id of the rental or the id of the top-up is set. */
  payments: {
    id: string;
    user_id: string;
    rental_id: string | null;
    top_up_id: string | null;
    /** The payment method; null if the wallet pays. */
    payment_method_id: string | null;
    source: Generated<'provider' | 'goCash'>;
    /** The part of `amount` that the bonus in the wallet pays. */
    from_bonus: Generated<number>;
    purpose: StoredPurpose;
    attempt: Generated<number>;
    state: PaymentState;
    currency: string;
    amount: number;
    captured: Generated<number>;
    refunded: Generated<number>;
    provider_authorization: string | null;
    action_url: string | null;
    decline_reason: DeclineReason | null;
    created_at: Date;
    changed_at: Date;
  };
  payment_steps: {
    id: Generated<number>;
    payment_id: string;
    step: PaymentStep['step'];
    amount: number;
    at: Date;
    /**
     * The time at which a refund failed after the provider had accepted it; null for all other
     * steps.
     */
    failed_at: Date | null;
  };
  wallet_movements: {
    id: Generated<number>;
    user_id: string;
    transaction_id: string;
    currency: string;
    reason: WalletReason;
    /** Negative if the movement reduces the balance. */
    top_up: number;
    bonus: number;
    top_up_after: number;
    bonus_after: number;
    rental_id: string | null;
    created_at: Date;
  };
  coupons: {
    id: string;
    /** The code in upper-case letters and digits, without other characters. */
    code: string;
    kind: CouponKind;
    currency: string;
    amount: number | null;
    minutes: number | null;
    minimum_total: Generated<number>;
    first_rental_only: Generated<boolean>;
    redemptions: Generated<number>;
    /** How many riders may redeem the coupon, each of them once; null if there is no limit. */
    max_redemptions: number | null;
    starts_at: Date | null;
    expires_at: Date | null;
    created_at: Date;
    ended_at: Date | null;
    /** The act by which an operator created the coupon in the API; null for all other coupons. */
    batch: string | null;
    /** The campaign of a claimed coupon. Nobody sees the code of a claimed coupon. */
    campaign_id: string | null;
  };
  rider_coupons: {
    id: string;
    user_id: string;
    coupon_id: string;
    state: 'available' | 'reserved' | 'used';
    rental_id: string | null;
    redeemed_at: Date;
    used_at: Date | null;
  };
  referrals: {
    id: string;
    referrer_id: string;
    friend_id: string;
    currency: string;
    amount: number;
    referrer_state: 'credited' | 'capped' | 'reversed';
    friend_state: 'credited' | 'reversed';
    created_at: Date;
  };
  /**
   * Rewards that wait for a condition before they are credited. The booking that credits a reward
   * has the key of the reward.
   */
  pending_rewards: {
    key: string;
    user_id: string;
    currency: string;
    amount: number;
    reason: 'referralReward' | 'campaign';
    state: 'pending' | 'released' | 'refused' | 'dropped';
    created_at: Date;
    ended_at: Date | null;
  };
  reward_hashes: { kind: 'phone' | 'card'; hash: string; user_id: string };
  coupon_marks: { coupon_id: string; hash: string };
  referral_marks: { kind: 'phone' | 'card'; hash: string; referral_id: string };
  disputes: {
    id: string;
    rental_id: string;
    reason: DisputeReason;
    note: string;
    state: 'open' | 'refunded' | 'rejected';
    refunded: number | null;
    opened_at: Date;
    answered_at: Date | null;
  };
  idempotency_keys: {
    user_id: string;
    key: string;
    request_hash: string;
    status: number | null;
    answer: Json<unknown> | null;
    created_at: Date;
  };
  outbox: {
    id: Generated<number>;
    kind: string;
    key: string;
    payload: Json<unknown>;
    run_at: Date;
    leased_at: Date | null;
    leased_until: Date | null;
    attempts: Generated<number>;
    done_at: Date | null;
    created_at: Date;
  };
  /** All events up to `seq` were processed. `highest` is the highest number that has arrived. */
  inbox_marks: {
    station_id: string;
    boot_id: string;
    seq: number;
    highest: number;
    /** The events after `seq` cannot have happened before this time. */
    told_at: Date | null;
  };
  inbox: {
    station_id: string;
    boot_id: string;
    seq: number;
    received_at: Date;
    resent_at: Generated<Date | null>;
  };
  /** The keys that sign proofs of return. */
  proof_keys: {
    id: string;
    /** The public key as PEM. */
    public_key: string;
    /** The private key as PEM; null for former keys. */
    private_key: string | null;
    created_at: Date;
    retired_at: Date | null;
  };
  /**
   * The events of cabinets about chargers or faults. An inventory is stored here only for the chargers whose return it
   * shows.
   */
  cabinet_events: {
    id: Generated<number>;
    station_id: string;
    boot_id: string;
    seq: number;
    type: string;
    charger: string | null;
    slot: number | null;
    command: string | null;
    reason: string | null;
    /** The time by the clock of the cabinet. */
    cabinet_at: Date | null;
    /** `cabinet_at` converted to the clock of the server; null if this time is uncertain. */
    at: Date | null;
    received_at: Date;
  };
  support_cases: {
    id: string;
    kind: string;
    key: string;
    rental_id: string | null;
    station_id: string | null;
    details: Json<Record<string, unknown>>;
    created_at: Date;
    /** The number that riders and operators see. The case of a report has the number of the report. */
    number: Generated<string>;
    /** The rider whom the case concerns; null if it concerns no rider. */
    user_id: string | null;
    state: Generated<CaseState>;
    /** The party whose next step the case waits for; null if the case does not wait. */
    waits_for: CaseWaitsFor | null;
    /** After this time the case is overdue. */
    due_at: Generated<Date>;
    /** When the alert about the overdue case went out. */
    alerted_at: Date | null;
    assignee: string | null;
    answer: string | null;
    answered_at: Date | null;
    outcome: Json<StoredOutcome> | null;
    closed_at: Date | null;
    closed_by: string | null;
  };
  support_reports: {
    id: string;
    number: string;
    user_id: string;
    kind: ReportKind;
    note: string;
    rental_id: string | null;
    station_id: string | null;
    created_at: Date;
    answer: string | null;
    answered_at: Date | null;
  };
  ledger_accounts: {
    id: string;
    user_id: string | null;
    currency: string;
    balance: number | null;
  };
  ledger_transactions: {
    id: string;
    key: string;
    rental_id: string | null;
    created_at: Date;
  };
  ledger_entries: {
    id: Generated<number>;
    transaction_id: string;
    debit: string;
    credit: string;
    amount: number;
    currency: string;
  };
  sellers: {
    id: Generated<number>;
    /**
     * From when this version is in force. Of two versions with the same time, the one that was added later is in force.
     */
    valid_from: Date;
    name: string;
    address: string;
    tax_number: string;
    /** In basis points. */
    tax_rate: number;
    time_zone: string;
    created_at: Date;
  };
  invoices: {
    id: string;
    kind: 'invoice' | 'creditNote';
    seller_id: number;
    tax_number: string;
    /** The year of the number, in the time zone of the seller. */
    year: number;
    /** A trigger sets `sequence` and `number` at the commit, without gaps. */
    sequence: Generated<number | null>;
    number: Generated<string | null>;
    /** The booking of the capture or refund in the ledger. */
    booking: string;
    payment_id: string;
    rental_id: string;
    /** The invoice that a credit note corrects, or the credit note whose refund failed. */
    corrects: string | null;
    currency: string;
    amount: number;
    tax_rate: number;
    tax: number;
    issued_at: Date;
  };
  venue_terms: {
    id: Generated<number>;
    venue_id: string;
    valid_from: Date;
    /** In basis points. */
    share: number;
    created_at: Date;
  };
  venue_statements: {
    id: string;
    year: number;
    sequence: number;
    number: string;
    venue_id: string;
    venue_name: string;
    owner_name: string;
    /** The month of the statement in its time zone, such as `2026-11`. */
    month: string;
    time_zone: string;
    currency: string;
    captures: number;
    refunds: number;
    tax: number;
    venue_share: number;
    operator_share: number;
    closed_at: Date;
    closed_by: string;
  };
  venue_statement_lines: {
    /** The booking of the capture or refund in the ledger. */
    booking: string;
    statement_id: string;
    place: number;
    rental_id: string;
    at: Date;
    /** Below zero in a refund. */
    amount: number;
    tax: number;
    /** The share of the venue in basis points. */
    share: number;
    venue_share: number;
  };
  /** Bank transfers to the owners of venues. */
  venue_payouts: {
    id: string;
    venue_id: string;
    currency: string;
    amount: number;
    /** The day of the transfer, such as `2026-12-05`. */
    paid_on: string;
    reference: string | null;
    recorded_at: Date;
    recorded_by: string;
  };
  /** Reversals of payouts that were recorded by mistake. */
  venue_payout_reversals: { payout_id: string; reversed_at: Date; reversed_by: string };
  venue_payout_statements: {
    payout_id: string;
    statement_id: string;
    /** The previous payout of the same statement, which was reversed; null for the first payout. */
    former_id: string | null;
  };
  venue_statement_mails: {
    id: string;
    statement_id: string;
    asked_at: Date;
    /** Null until the mail server has accepted the mail. */
    sent_at: Date | null;
  };
  reconciliations: {
    provider: string;
    /** When the books begin. No transaction before this time belongs to a payment in the books. */
    begins_at: Date;
    /** The time of the newest transaction in the last complete import. */
    imported_until: Date | null;
    run_at: Date;
  };
  provider_transactions: {
    provider: string;
    id: string;
    kind: BalanceTransactionKind;
    type: string;
    provider_authorization: string | null;
    /** The amount in the currency of the charge. */
    charged_amount: number;
    charged_currency: string;
    gross: number;
    fee: number;
    net: number;
    currency: string;
    created_at: Date;
    available_at: Date;
    /**
     * The id of the payout that contains the transaction. If the transaction is itself a payout,
     * its own id.
     */
    payout: string | null;
    /**
     * `open`: not compared yet, or different. `matched`: the books have the booking `booking_key`.
     * `cancelled`: the books have no booking, but another transaction cancels this one. `booked`: the
     * transaction needs no comparison.
     */
    state: 'open' | 'matched' | 'cancelled' | 'booked';
    booking_key: string | null;
  };
  reconciliation_differences: {
    provider: string;
    key: string;
    kind: DifferenceKind;
    currency: string;
    /** The amount of the provider minus the amount in the books. */
    amount: number;
    details: Json<Record<string, unknown>>;
    happened_at: Date;
    found_at: Date;
    /** When a later comparison found that the difference has disappeared. */
    explained_at: Date | null;
  };
  news: {
    id: string;
    words: Json<NewsWords>;
    link: string | null;
    published_at: Date;
    /** The id of the last rider who was notified. Riders are notified in the order of their ids. */
    told_up_to: string | null;
    /** The number of riders who were notified. */
    riders: Generated<number>;
    finished_at: Date | null;
  };
  notifications: {
    id: string;
    user_id: string;
    kind: NotificationKind;
    key: string;
    rental_id: string | null;
    station_id: string | null;
    news_id: string | null;
    details: Json<NotificationDetails>;
    created_at: Date;
    read_at: Date | null;
  };
  notification_settings: {
    user_id: string;
    push: Json<NotificationSettings['push']>;
    quiet_hours: Json<NonNullable<NotificationSettings['quietHours']>> | null;
    show_details: boolean;
    receipt_by: NotificationSettings['receiptBy'];
  };
  push_subscriptions: {
    id: string;
    user_id: string;
    session_hash: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    created_at: Date;
    used_at: Date;
  };
  watches: {
    id_hash: string;
    user_id: string | null;
    station_id: string;
    wants: WatchedThing;
    caller_hash: string;
    created_at: Date;
    expires_at: Date;
    available_at: Date | null;
  };
  /** Chargers that riders reserved before the rental, and free slots for the return. */
  reservations: {
    id: string;
    user_id: string;
    station_id: string;
    kind: ReservationKind;
    created_at: Date;
    expires_at: Date;
    /** When the reservation ended, for any reason. It may be null for some time after the expiry. */
    ended_at: Date | null;
    is_used: Generated<boolean>;
    /**
     * Whether the station was full although the rider had reserved a slot. Such a reservation does not count as unused.
     */
    was_full: Generated<boolean>;
    /** The rental that used the reservation of a charger. */
    rental_id: string | null;
  };
  /** The stations that riders saved. */
  favourite_stations: { user_id: string; station_id: string; saved_at: Date };
  /** The average counts of a station in an hour of the week. */
  usual_counts: {
    station_id: string;
    /** The hour in the station's time zone, from 0 (Monday, 0:00) to 167. */
    hour: number;
    /** The number of weeks in which the hour was sampled. */
    samples: number;
    chargers: number;
    free_slots: number;
    /** The start of the hour of the last sample. */
    sampled_at: Date;
  };
  /** The endpoints of the operator that get webhooks. */
  webhook_endpoints: {
    id: string;
    url: string;
    types: string[];
    /** The secret is derived from this number and the secret of the server. */
    secret_version: Generated<number>;
    secret_changed_at: Date;
    created_at: Date;
    paused_at: Date | null;
    /** The number of failed tries since the last success. */
    failures: Generated<number>;
    /**
     * The server sends nothing to the endpoint before this time, because the endpoint did not accept the last message.
     */
    retry_at: Date | null;
    removed_at: Date | null;
  };
  webhook_messages: { id: string; type: string; data: Json<unknown>; created_at: Date };
  webhook_deliveries: {
    number: Generated<string>;
    message_id: string;
    endpoint_id: string;
    state: Generated<'waiting' | 'delivered' | 'failed'>;
    tries: Generated<number>;
    give_up_at: Date;
    last_result: string | null;
    last_tried_at: Date | null;
  };
  host_interests: {
    id: string;
    /** The reference number, such as `H-7K3M-29QX`. */
    reference: string;
    business: string;
    venue: VenueKind;
    lat: number | null;
    lng: number | null;
    address: string;
    contact_name: string;
    phone: string | null;
    email: string | null;
    message: string;
    language: Language;
    created_at: Date;
    updated_at: Date;
    /** When the operator answered the request. */
    done_at: Date | null;
  };
  host_requests: {
    key: string;
    request_hash: string;
    /** The request; null only within the transaction that inserts it. */
    interest_id: string | null;
    created_at: Date;
  };
  settings: { key: string; value: Json<unknown> };
}

/**
 * `missingHere`: only the provider has the movement. `missingThere`: only the books have it. `otherAmount`: both have
 * it, with different amounts. `unknownType`: the server does not know the type of the transaction. `changed`: the
 * provider changed a transaction. `payout`: a payout is not the sum of its transactions. `balance`: the provider's
 * balance differs from the ledger, and no other difference explains why.
 */
export type DifferenceKind =
  | 'missingHere'
  | 'missingThere'
  | 'otherAmount'
  | 'unknownType'
  | 'changed'
  | 'payout'
  | 'balance';
/** The states of a chargeback, from early to late. */
export type ChargebackState =
  /** The bank has sent an inquiry. */
  | 'warned'
  | 'warningClosed'
  /** The provider waits for evidence. */
  | 'opened'
  | 'evidenceSent'
  /** The provider refunded the payment, and so ended the chargeback. */
  | 'refunded'
  | 'won'
  | 'lost';

export type SlotState = 'empty' | 'occupied' | 'reserved' | 'ejecting' | 'suspect' | 'disabled';

type BillLineRow = BillLine;
