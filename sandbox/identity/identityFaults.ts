import { z } from 'zod';
import { SocialProvider } from '../../contract/socialProvider.ts';

/** `POST /sandbox/api/identity/knobs`: faults of the sign-in provider. */
export const IdentityKnobs = z.strictObject({
  /** `down`: all requests fail. `exchangeDown`: only the requests of the server fail, not of browsers. */
  mode: z.enum(['off', 'down', 'exchangeDown']),
  /** The affected providers; absent means all. */
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
