import { z } from 'zod';
import { SocialProvider } from '../../contract/socialProvider.ts';

/** `POST /sandbox/api/identity/knobs`: how the provider goes wrong. */
export const IdentityKnobs = z.strictObject({
  /** `down` answers nobody, `exchangeDown` only people and not our server's exchange of the code. */
  mode: z.enum(['off', 'down', 'exchangeDown']),
  /** Only these; absent means all. */
  providers: z.array(SocialProvider).optional(),
});
export type IdentityKnobs = z.infer<typeof IdentityKnobs>;

/** What goes wrong until it is put right; forgotten at a restart. */
export class IdentityFaults {
  knobs: IdentityKnobs = { mode: 'off' };

  isDown(provider: SocialProvider, exchanges: boolean): boolean {
    const { mode, providers } = this.knobs;
    if (mode === 'off' || (providers && !providers.includes(provider))) return false;
    return mode === 'down' || exchanges;
  }
}
