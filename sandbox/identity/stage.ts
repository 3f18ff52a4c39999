import type { AppOrigins } from '../appOrigins.ts';
import type { IdentityClients } from './clients.ts';
import type { IdentityFaults } from './identityFaults.ts';
import type { People } from './people.ts';
import type { Played } from './playedProvider.ts';

/** What its routes share. */
export interface Stage {
  readonly appOrigins: AppOrigins;
  readonly clients: IdentityClients;
  readonly faults: IdentityFaults;
  readonly url: string;
  readonly people: People;
  /** Made when somebody first comes. */
  providers(): Promise<Played>;
}
