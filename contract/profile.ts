import { z } from 'zod';
import { AccountChange } from './accountChanges.ts';
import { CalendarDay, CodeIssued, PhoneNumber, User } from './signIn/auth.ts';
import { CampaignReward, CampaignType } from './campaigns.ts';
import { Language } from './config.ts';
import { CouponKind } from './coupons.ts';
import { Money } from './money.ts';
import { Notification, NotificationSettings } from './notifications.ts';
import { Order } from './orders.ts';
import { PaymentMethodKind } from './payment.ts';
import { ReservationKind } from './reservations.ts';
import { emailPattern, maxEmailLength } from './rules/people/profile.ts';
import { SocialProvider } from './signIn/socialProvider.ts';
import { Report } from './support.ts';
import { WalletReason } from './wallet.ts';

export { maxNameLength } from './rules/people/profile.ts';
export const maxPhotoBytes = 10 * 1024 * 1024;

export const Email = z.string().max(maxEmailLength).regex(emailPattern);

/**
 * `PATCH /api/me` changes the given fields; null removes a value. It returns `birthDateInvalid` for an
 * impossible birth date, and `tooYoung` for a birth date less than 13 years ago.
 */
export const ProfileChange = z.object({
  name: z.string().max(1000).nullable().optional(),
  birthDate: CalendarDay.nullable().optional(),
  language: Language.optional(),
});
export type ProfileChange = z.infer<typeof ProfileChange>;

/** `POST /api/me/email` changes the address; null removes it. */
export const EmailChange = z.object({ email: Email.nullable() });
export type EmailChange = z.infer<typeof EmailChange>;

/**
 * `saved`: the address is removed or already confirmed, or no e-mail provider is configured. Otherwise the rider must
 * first enter a code.
 */
export const EmailChanged = z.discriminatedUnion('status', [
  z.object({ status: z.literal('saved'), user: User }),
  CodeIssued.extend({ status: z.literal('codeSent') }),
]);
export type EmailChanged = z.infer<typeof EmailChanged>;

/** `POST /api/me/phone` texts a code to the new number; `…/{requestId}/verify` accepts the code. */
export const PhoneChange = z.object({ phone: PhoneNumber });
export type PhoneChange = z.infer<typeof PhoneChange>;

/** `GET /api/me/overview`: what the profile page shows in addition to `User`. */
export const ProfileOverview = z.object({
  /** All payments for rentals, minus refunds. */
  totalSpend: Money,
  /**
   * Stations at which the rider picked up or returned chargers, at most 10. The most recently used station comes first.
   */
  stations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      address: z.string(),
      lastUsedAt: z.iso.datetime(),
    }),
  ),
});
export type ProfileOverview = z.infer<typeof ProfileOverview>;

/**
 * `GET /api/me/data`: all stored data about the rider, as one file. The file contains no secrets, because the server
 * stores codes and session ids only as hashes, and never stores card numbers.
 */
export const RiderData = z.object({
  madeAt: z.iso.datetime(),
  user: User,
  /** The photo as a data URL; null without a photo. */
  photo: z.string().nullable(),
  identities: z.array(
    z.object({
      provider: SocialProvider,
      /** The provider, and the rider's id at the provider. */
      issuer: z.string(),
      subject: z.string(),
      label: z.string().nullable(),
      linkedAt: z.iso.datetime(),
    }),
  ),
  /** The devices that are or were signed in. */
  devices: z.array(
    z.object({
      device: z.string(),
      state: z.string(),
      createdAt: z.iso.datetime(),
      lastSeenAt: z.iso.datetime(),
      endedAt: z.iso.datetime().nullable(),
    }),
  ),
  /** Codes sent by text message or e-mail. */
  codeRequests: z.array(
    z.object({
      purpose: z.enum(['signIn', 'changePhone', 'changeEmail', 'stepUp']),
      at: z.iso.datetime(),
    }),
  ),
  /** Recent changes of how the rider signs in. The oldest comes first. */
  accountChanges: z.array(
    AccountChange.pick({ kind: true, provider: true, at: true, device: true }).extend({
      undoneAt: z.iso.datetime().nullable(),
    }),
  ),
  paymentMethods: z.array(
    z.object({
      kind: PaymentMethodKind,
      brand: z.string(),
      last4: z.string(),
      label: z.string().nullable(),
      nameOnCard: z.string(),
      country: z.string(),
      postalCode: z.string(),
      addedAt: z.iso.datetime(),
      removedAt: z.iso.datetime().nullable(),
    }),
  ),
  /** All orders with their bills and payments, also failed orders. The oldest comes first. */
  orders: z.array(Order),
  topUps: z.array(
    z.object({
      number: z.string(),
      state: z.string(),
      amount: Money,
      bonus: Money,
      createdAt: z.iso.datetime(),
      creditedAt: z.iso.datetime().nullable(),
    }),
  ),
  /** The movements of GoCash. The oldest comes first. */
  walletMovements: z.array(
    z.object({
      reason: WalletReason,
      /** The amount is negative if it reduces the balance. */
      topUp: Money,
      bonus: Money,
      topUpAfter: Money,
      bonusAfter: Money,
      orderId: z.uuid().nullable(),
      at: z.iso.datetime(),
    }),
  ),
  coupons: z.array(
    z.object({
      code: z.string(),
      kind: CouponKind,
      state: z.string(),
      orderId: z.uuid().nullable(),
      redeemedAt: z.iso.datetime(),
      usedAt: z.iso.datetime().nullable(),
    }),
  ),
  /** Rewards for invited friends, and for accepting an invitation. */
  referrals: z.array(
    z.object({
      role: z.enum(['invited', 'friend']),
      amount: Money,
      state: z.string(),
      at: z.iso.datetime(),
    }),
  ),
  /** The chargebacks of the rider's charges. The oldest comes first. */
  chargebacks: z
    .array(
      z.object({
        amount: Money,
        state: z.string(),
        /** The bank's reason, as the payment provider words it. */
        reason: z.string(),
        /** The order; null for a chargeback of a top-up. */
        orderId: z.uuid().nullable(),
        openedAt: z.iso.datetime(),
        /** When the operator sent the evidence to the bank; null if the evidence was not sent. */
        evidenceSentAt: z.iso.datetime().nullable(),
        changedAt: z.iso.datetime(),
      }),
    )
    .optional(),
  /** The versions of the terms that the rider accepted. The oldest comes first. */
  termsAcceptances: z
    .array(z.object({ version: z.string(), acceptedAt: z.iso.datetime() }))
    .optional(),
  /** The stations that the rider saved. The oldest comes first. */
  favourites: z.array(z.object({ stationId: z.string(), savedAt: z.iso.datetime() })).optional(),
  /** The reservations of the last day. The oldest comes first. */
  reservations: z
    .array(
      z.object({
        kind: ReservationKind,
        stationId: z.string(),
        createdAt: z.iso.datetime(),
        expiresAt: z.iso.datetime(),
        isUsed: z.boolean(),
        /** True if the rider paused the rental, because the station of the reserved slot was full or offline. */
        wasFull: z.boolean().optional(),
      }),
    )
    .optional(),
  /** The rider's reports to support and the answers. The oldest comes first. */
  reports: z.array(Report),
  /** Claims of campaigns and prizes of raffles. The oldest comes first. */
  campaignClaims: z.array(
    z.object({ campaign: CampaignType, reward: CampaignReward, at: z.iso.datetime() }),
  ),
  raffleEntries: z.array(
    z.object({
      raffle: CampaignType,
      number: z.int().positive(),
      /** The day in the raffle's time zone. */
      day: z.iso.date(),
      prize: z.int().nonnegative().nullable(),
      at: z.iso.datetime(),
    }),
  ),
  /** The rider's notifications of the last 90 days. The oldest comes first. */
  notifications: z.array(Notification),
  /** The settings for notifications; null if the rider has not changed them. */
  notificationSettings: NotificationSettings.nullable(),
  /** The browsers that receive push messages. `service` is the host of the push service. */
  pushSubscriptions: z.array(
    z.object({ service: z.string(), addedAt: z.iso.datetime(), usedAt: z.iso.datetime() }),
  ),
  /** The ledger's entries about the orders. */
  ledger: z.array(
    z.object({
      orderId: z.uuid(),
      /** The kind of entry, such as `bill` or `refund`. */
      booking: z.string(),
      debit: z.string(),
      credit: z.string(),
      amount: Money,
      at: z.iso.datetime(),
    }),
  ),
});
export type RiderData = z.infer<typeof RiderData>;
