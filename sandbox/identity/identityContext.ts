import type { Provider } from 'oidc-provider';
import type { AppOrigins } from '../appOrigins.ts';
import type { IdentityClients } from './clients.ts';
import type { IdentityFaults } from './identityFaults.ts';
import type { People } from './people.ts';
import type { SimulatedProviders } from './simulatedProvider.ts';

/** The data and settings that all identity routes use. */
export interface IdentityContext {
  readonly appOrigins: AppOrigins;
  readonly clients: IdentityClients;
  readonly faults: IdentityFaults;
  readonly url: string;
  readonly people: People;
  /** Returns the simulated providers for riders. The first call creates them. */
  providers(): Promise<SimulatedProviders>;
  /** Returns the simulated OpenID provider for operators. The first call creates it. */
  operators(): Promise<Provider>;
}
