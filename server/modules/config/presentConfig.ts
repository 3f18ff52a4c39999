import type { Config } from '../../../contract/config.ts';
import { socialProviders } from '../../../contract/socialProvider.ts';
import type { Dependencies } from '../../dependencies.ts';

export function presentConfig({
  settings,
  signIn,
}: Pick<Dependencies, 'settings' | 'signIn'>): Config {
  return {
    version: settings.version,
    brand: settings.brand,
    country: settings.country,
    map: settings.map,
    linkHosts: [...settings.linkHosts],
    signInProviders: socialProviders.filter((provider) => signIn[provider]),
    sandbox: settings.sandbox,
  };
}
