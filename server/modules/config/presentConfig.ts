import type { Config } from '../../../contract/config.ts';
import type { Settings } from '../../settings.ts';

export function presentConfig(settings: Settings): Config {
  return {
    version: settings.version,
    brand: settings.brand,
    country: settings.country,
    map: settings.map,
    linkHosts: [...settings.linkHosts],
    signInProviders: [],
    sandbox: settings.sandbox,
  };
}
