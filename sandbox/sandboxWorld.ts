import type { OutsideWorld, SandboxLog, SandboxSettings } from '../server/outside/outsideWorld.ts';
import { enterCampaigns } from './demo/campaigns.ts';
import { enterCoupons } from './demo/coupons.ts';
import { demoScenario } from './demo/demo.ts';
import { enterDemo } from './demo/enterDemo.ts';
import { operatorRoutes } from './operatorRoutes.ts';
import { sandboxRoutes } from './routes.ts';
import { startSandbox } from './sandbox.ts';
import { openSandboxClock } from './sandboxClock.ts';

/** Opens the sandbox as the server's outside world. */
export async function openSandboxWorld(
  settings: SandboxSettings,
  log: SandboxLog,
): Promise<OutsideWorld> {
  const clock = openSandboxClock(settings.dataDir);
  const sandbox = await startSandbox({ settings, clock, log });
  const { publicUrl } = settings;
  const prefix = '/sandbox';
  return {
    clock,
    payments: sandbox.payments,
    sms: sandbox.sms,
    texts: sandbox.texts,
    mail: sandbox.mail,
    signIn: sandbox.signIn,
    geocoder: sandbox.geocoder,
    pushBase: sandbox.pushBase,
    firstStation: demoScenario('ready'),
    enterStations: (enter) => enterDemo(enter, (stationId) => sandbox.secretOf(stationId)),
    connectCabinets(brokerUrl) {
      sandbox.connectCabinets(brokerUrl);
    },
    async register(app, { operator, payments }) {
      await app.register(sandboxRoutes, { prefix, sandbox, publicUrl, log });
      // These routes create and refund money, so register them only without a real payment provider.
      if (payments !== sandbox.payments) return;
      await enterCoupons(operator);
      await enterCampaigns(operator, clock.now());
      await app.register(operatorRoutes, { prefix, operator });
    },
    setServerUrl: (url) => sandbox.setServerUrl(url),
    stop: () => sandbox.stop(),
  };
}
