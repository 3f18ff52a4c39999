import type { FastifyBaseLogger } from 'fastify';
import type { Changes } from './changes/changes.ts';
import type { Clock } from './time/clock.ts';
import type { Db } from './db/database.ts';
import type { Gateway } from './gateway/gateway.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Geocoder } from './providers/geocoding/geocoder.ts';
import type { IpLocator } from './providers/geoIp/ipLocator.ts';
import type { MailSender } from './providers/mail/sender.ts';
import type { SignInProviders } from './providers/identity/createSignInProviders.ts';
import type { PaymentProvider } from './providers/payments/provider.ts';
import type { PushService } from './providers/push/pushService.ts';
import type { CodeProvider } from './providers/sms/codeProvider.ts';
import type { TextSender } from './providers/sms/textSender.ts';
import type { Settings } from './settings/settings.ts';

export type Logger = FastifyBaseLogger;

/** The dependencies of the server's logic. `startServer.ts` or a test creates them once. */
export interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: Changes;
  readonly settings: Settings;
  readonly payments: PaymentProvider;
  readonly sms: CodeProvider;
  /**
   * The sender of mails; null if no e-mail provider is configured. In that case the server stores
   * addresses unconfirmed.
   */
  readonly mail: MailSender | null;
  /** The sender of all texts except login codes; null if no provider for such texts is configured. */
  readonly texts: TextSender | null;
  /** The push service; null without push messages. */
  readonly push: PushService | null;
  readonly signIn: SignInProviders;
  readonly gateway: Gateway;
  readonly ipLocator: IpLocator;
  /** The geocoder; null if riders can search only for stations, not for places. */
  readonly geocoder: Geocoder | null;
  readonly log: Logger;
  readonly outbox: Outbox;
}
