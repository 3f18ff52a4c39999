import type { SocialProvider } from '../../../contract/socialProvider.ts';
import type { Clock } from '../../clock.ts';
import type { Settings } from '../../settings/settings.ts';
import { apple } from './apple.ts';
import { Facebook } from './facebook.ts';
import { google } from './google.ts';
import type { SignInProvider } from './signInProvider.ts';

/** The configured sign-in providers. */
export type SignInProviders = Partial<Record<SocialProvider, SignInProvider>>;

export function createSignInProviders(
  { signIn }: Pick<Settings, 'signIn'>,
  clock: Clock,
): SignInProviders {
  return {
    ...(signIn.facebook && { facebook: new Facebook(signIn.facebook) }),
    ...(signIn.apple && { apple: apple(signIn.apple, { clock }) }),
    ...(signIn.google && { google: google(signIn.google, { clock }) }),
  };
}
