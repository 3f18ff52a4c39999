import type {
  AdapterSettings,
  OutsideWorld,
  SandboxLog,
} from '../../server/outside/outsideWorld.ts';
import { reachable } from '../addresses.ts';
import { enterCampaigns } from '../demo/campaigns.ts';
import { enterCoupons } from '../demo/coupons.ts';
import { demoScenario } from '../demo/demo.ts';
import { enterDemo } from '../demo/enterDemo.ts';
import { createDemoGeocoder } from '../demo/geocoder.ts';
import { makeClients } from '../identity/clients.ts';
import { operatorAccounts } from '../demo/operatorAccounts.ts';
import { createSandboxProvider } from '../issuer/sandboxProvider.ts';
import { operatorRoutes } from '../operatorRoutes.ts';
import { pushPath } from '../push/pushPath.ts';
import { openSandboxClock } from '../sandboxClock.ts';
import { openSecrets } from '../sandboxSecrets.ts';
import { followClock } from './followClock.ts';
import { forwardRoutes } from './forwardRoutes.ts';
import { createSandboxMail } from './sandboxMail.ts';
import { createSandboxSignIn } from './sandboxSignIn.ts';
import { createSandboxSms, createSandboxTexts } from './sandboxSms.ts';
import { WorldClient } from './worldClient.ts';

/**
 * Connects the server to the sandbox, which simulates the outside world. The process of the sandbox may start later or
 * stop earlier than the server.
 */
export function openAdapters(settings: AdapterSettings, log: SandboxLog): OutsideWorld {
  const { dataDir, host, issuerPort, issuerUrl, identityPort, identityUrl, sandboxPort } = settings;
  const secrets = openSecrets(dataDir);
  const clock = openSandboxClock(dataDir);
  const world = new WorldClient({ port: sandboxPort, secret: secrets.control });
  const stopFollowing = followClock({ world, clock, log });
  const payments = createSandboxProvider({
    url: `http://${reachable(host)}:${issuerPort}`,
    publicUrl: issuerUrl,
    merchantKey: secrets.merchant,
    webhookSecret: secrets.webhooks,
  });
  const identityOrigin = `http://${reachable(host)}:${identityPort}`;
  const prefix = '/sandbox';
  return {
    clock,
    payments,
    sms: createSandboxSms(world),
    texts: createSandboxTexts(world),
    mail: createSandboxMail(world),
    signIn: createSandboxSignIn({
      url: identityUrl,
      localUrl: identityOrigin,
      clients: makeClients(secrets.fingerprints),
      clock,
      log,
    }),
    geocoder: settings.geocoder.kind === 'sandbox' ? createDemoGeocoder() : null,
    pushBase: identityOrigin + pushPath,
    firstStation: demoScenario('ready'),
    enterStations: (enter) => enterDemo(enter, (stationId) => secrets.secretOf(stationId)),
    async register(app, { operator, payments: used }) {
      await app.register(forwardRoutes, { prefix, port: sandboxPort });
      // With the routes of the operator, anybody can create and refund money. Therefore register
      // them only if the sandbox is the payment provider.
      if (used !== payments) return;
      for (const account of operatorAccounts) await operator.inviteOperator(account);
      await enterCoupons(operator);
      await enterCampaigns(operator, clock.now());
      await app.register(operatorRoutes, { prefix, operator });
    },
    async stop() {
      stopFollowing();
    },
  };
}
