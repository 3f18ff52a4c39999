import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { GatewayLog } from '../gateway/gatewayLog.ts';
import type { Geocoder } from '../providers/geocoding/geocoder.ts';
import type { SignInProviders } from '../providers/identity/createSignInProviders.ts';
import type { MailSender } from '../providers/mail/sender.ts';
import type { PaymentProvider } from '../providers/payments/provider.ts';
import type { TextCarrier } from '../providers/sms/carrier.ts';
import type { TextSender } from '../providers/sms/textSender.ts';
import type { Settings } from '../settings/settings.ts';
import type { EnterStations, Operator } from './operator.ts';

/** The sandbox's log; the server's own fits. */
export type SandboxLog = GatewayLog;

/** The settings that the sandbox reads. */
export type SandboxSettings = Pick<
  Settings,
  | 'dataDir'
  | 'environment'
  | 'host'
  | 'identityPort'
  | 'identityUrl'
  | 'issuerPort'
  | 'issuerUrl'
  | 'publicUrl'
>;

/** The world outside the server: the real one, or one that the sandbox plays. Null stands for what is not played. */
export interface OutsideWorld {
  readonly clock: Clock;
  readonly payments: PaymentProvider | null;
  readonly sms: TextCarrier | null;
  readonly texts: TextSender | null;
  readonly mail: MailSender | null;
  readonly signIn: SignInProviders;
  readonly geocoder: Geocoder | null;
  /** What the endpoints of the played push service begin with. */
  readonly pushBase: string | null;
  /** The id of a played station to begin with. */
  readonly firstStation: string | null;
  /** Enters the stations of the played cabinets. */
  enterStations(enter: EnterStations): Promise<void>;
  /** Switches the played cabinets on. The broker must run, and should already have the gateway on it. */
  connectCabinets(brokerUrl: string): void;
  /** Adds the pages and calls below `/sandbox`. The operator is used only if `payments` are played too. */
  register(
    app: FastifyInstance,
    server: { operator: Operator; payments: PaymentProvider },
  ): Promise<void>;
  /** From now on the played card issuer sends its webhooks to the server, which listens there. */
  tellServer(url: string): void;
  stop(): Promise<void>;
}
