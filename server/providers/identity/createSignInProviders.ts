import type { SocialProvider } from '../../../contract/signIn/socialProvider.ts';
import type { Clock } from '../../time/clock.ts';
import type { Settings } from '../../settings/settings.ts';
import { apple } from './apple.ts';
import { Facebook } from './facebook.ts';
import { google } from './google.ts';
import { operatorSignIn, type OperatorSignIn, type WarningLog } from './operatorSignIn.ts';
import type { SignInProvider } from './signInProvider.ts';

/** The configured sign-in providers: those of riders, and the provider of the operators. */
export type SignInProviders = Partial<Record<SocialProvider, SignInProvider>> & {
  readonly operators?: OperatorSignIn;
};

export function createSignInProviders(
  { signIn, operatorSignIn: operators }: Pick<Settings, 'signIn' | 'operatorSignIn'>,
  { clock, log }: { clock: Clock; log: WarningLog },
): SignInProviders {
  return {
    ...(operators && { operators: operatorSignIn(operators, { clock, log }) }),
    ...(signIn.facebook && { facebook: new Facebook(signIn.facebook) }),
    ...(signIn.apple && { apple: apple(signIn.apple, { clock }) }),
    ...(signIn.google && { google: google(signIn.google, { clock }) }),
  };
}
