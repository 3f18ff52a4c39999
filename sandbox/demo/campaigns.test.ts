import { expect, test } from 'vitest';
import { Campaign, Campaigns } from '../../contract/campaigns.ts';
import { languages } from '../../contract/config.ts';
import { fillPath, paths } from '../../contract/paths.ts';
import { Raffle } from '../../contract/raffle.ts';
import { MovableClock } from '../../server/time/clock.ts';
import { startTestApp } from '../../server/testing/app.ts';
import { createOperator } from '../../server/outside/operatorActs.ts';
import { enterCampaigns } from './campaigns.ts';

const at = (text: string) =>
  new MovableClock((new Date(text).getTime() - new Date().getTime()) / 1000);

// At the first of these times, it is December in UTC but still November in Chicago. The other times
// are at New Year and in summer.
test.each(['2026-12-01T03:00:00Z', '2027-01-01T00:30:00Z', '2027-07-15T12:00:00Z'])(
  'at %s two offers and a raffle are active, and one offer has ended',
  async (now) => {
    const clock = at(now);
    const app = await startTestApp({ clock });
    const operator = createOperator(app.deps);
    await enterCampaigns(operator, clock.now());
    await enterCampaigns(operator, clock.now());
    const { campaigns } = Campaigns.parse((await app.call(paths.campaigns)).body);
    expect(campaigns.map(({ type }) => type)).toEqual(['welcome', 'lucky-day', 'refresh']);
    const ended = await app.call(fillPath(paths.campaign, { type: 'lastsummer' }));
    expect(Campaign.parse(ended.body).state).toBe('ended');
    const raffle = await app.call(fillPath(paths.raffle, { type: 'lucky-day' }));
    expect(Raffle.parse(raffle.body)).toMatchObject({ seed: null, entries: 0, outOf: 100 });
    for (const { texts } of campaigns) {
      expect(new Set(languages.map((language) => texts[language].title)).size).toBe(3);
      const counts = languages.map((language) => texts[language].terms.length);
      expect(new Set(counts).size).toBe(1);
    }
    await app.close();
  },
);
