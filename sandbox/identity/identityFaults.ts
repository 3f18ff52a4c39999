import { z } from 'zod';
import { SocialProvider } from '../../contract/signIn/socialProvider.ts';

/** The body of `POST /sandbox/api/identity/knobs`, which sets faults of the sign-in providers. */
export const IdentityKnobs = z.strictObject({
  /**
   * `down`: all requests fail, except those of the account chooser. `exchangeDown`: only requests
   * of the server fail, and requests of browsers succeed.
   */
  mode: z.enum(['off', 'down', 'exchangeDown']),
  /** The affected providers. If absent, Facebook, Apple and Google are affected. */
  providers: z.array(SocialProvider).optional(),
});
export type IdentityKnobs = z.infer<typeof IdentityKnobs>;

/** The active faults. A restart removes them. */
export class IdentityFaults {
  knobs: IdentityKnobs = { mode: 'off' };

  isDown(provider: SocialProvider, isFromServer: boolean): boolean {
    const { mode, providers } = this.knobs;
    if (mode === 'off' || (providers && !providers.includes(provider))) return false;
    return mode === 'down' || isFromServer;
  }
}
