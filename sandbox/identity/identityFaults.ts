import { z } from 'zod';
import { SocialProvider } from '../../contract/socialProvider.ts';

/** `POST /sandbox/api/identity/knobs`: faults of the sign-in provider. */
export const IdentityKnobs = z.strictObject({
  /** `down` fails for everyone. `exchangeDown` fails only when our server exchanges the code. */
  mode: z.enum(['off', 'down', 'exchangeDown']),
  /** The affected providers; absent means all. */
  providers: z.array(SocialProvider).optional(),
});
export type IdentityKnobs = z.infer<typeof IdentityKnobs>;

/** Active faults until they are removed. A restart removes them. */
export class IdentityFaults {
  knobs: IdentityKnobs = { mode: 'off' };

  isDown(provider: SocialProvider, exchanges: boolean): boolean {
    const { mode, providers } = this.knobs;
    if (mode === 'off' || (providers && !providers.includes(provider))) return false;
    return mode === 'down' || exchanges;
  }
}
