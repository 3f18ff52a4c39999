import type { Config } from '../../../contract/config.ts';
import { socialProviders } from '../../../contract/signIn/socialProvider.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readCommonTerms } from './commonTerms.ts';

/** The operator's settings, and the current prices. */
export async function readConfig(deps: Dependencies): Promise<Config> {
  return { ...presentSettings(deps), terms: await readCommonTerms(deps.db) };
}

function presentSettings({
  settings,
  signIn,
  payments,
  push,
}: Pick<Dependencies, 'settings' | 'signIn' | 'payments' | 'push'>): Omit<Config, 'terms'> {
  return {
    version: settings.version,
    brand: settings.brand,
    country: settings.country,
    map: settings.map,
    linkHosts: [...settings.linkHosts],
    signInProviders: socialProviders.filter((provider) => signIn[provider]),
    refunds: settings.refunds,
    goCash: { refundable: settings.goCash.refundable },
    referral: { reward: { amount: settings.referral.reward, currency: settings.currency } },
    // With Stripe, the bank's page opens as a separate page. Banks do not allow other sites to show their page in a
    // frame, and a frame by Stripe would need Stripe's library on each page of the app.
    bankPage: payments.name === 'stripe' ? 'page' : 'frame',
    push: push && { publicKey: push.publicKey },
    sandbox: settings.sandbox,
  };
}
