import type { FastifyInstance } from 'fastify';
import type { Clock } from '../time/clock.ts';
import type { GatewayLog } from '../gateway/gatewayLog.ts';
import type { Geocoder } from '../providers/geocoding/geocoder.ts';
import type { SignInProviders } from '../providers/identity/createSignInProviders.ts';
import type { MailSender } from '../providers/mail/sender.ts';
import type { PaymentProvider } from '../providers/payments/provider.ts';
import type { TextCodeProvider } from '../providers/sms/codeProvider.ts';
import type { TextSender } from '../providers/sms/textSender.ts';
import type { Settings } from '../settings/settings.ts';
import type { EnterStations, Operator } from './operator.ts';

/** The part of a logger that the sandbox needs. The server's logger has it. */
export type SandboxLog = GatewayLog;

/** The settings of the simulated services. */
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

/** The settings for the process of the simulated outside world. */
export type WorldSettings = SandboxSettings &
  Pick<Settings, 'mqttPort' | 'mqttUrl' | 'port' | 'sandbox' | 'sandboxPort'>;

/** The settings for the adapters in the server. */
export type AdapterSettings = WorldSettings & Pick<Settings, 'geocoder'>;

/**
 * The world outside the server: the real world, or the adapters to the process of the sandbox. A service is null if it
 * is not simulated.
 */
export interface OutsideWorld {
  readonly clock: Clock;
  readonly payments: PaymentProvider | null;
  readonly sms: TextCodeProvider | null;
  readonly texts: TextSender | null;
  readonly mail: MailSender | null;
  readonly signIn: SignInProviders;
  /** The simulated geocoder; null also if the settings name a real geocoder. */
  readonly geocoder: Geocoder | null;
  /** The prefix of the endpoints of the simulated push service. */
  readonly pushBase: string | null;
  /** The id of the simulated station that the terminal shows. */
  readonly firstStation: string | null;
  /** Inserts the stations of the simulated cabinets. */
  enterStations(enter: EnterStations): Promise<void>;
  /**
   * Adds the pages and routes below `/sandbox`. It adds the routes of the operator only if the payments are also
   * simulated.
   */
  register(
    app: FastifyInstance,
    server: { operator: Operator; payments: PaymentProvider },
  ): Promise<void>;
  /** Closes the connection to the simulated outside world, which continues to run. */
  stop(): Promise<void>;
}
