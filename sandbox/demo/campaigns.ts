import type { z } from 'zod';
import { ProblemError } from '../../server/http/problem.ts';
import { operatorInput, type Operator } from '../../server/outside/operator.ts';
import { demoTimeZone } from './demo.ts';
import texts from './campaignTexts.json' with { type: 'json' };

const dayMs = 24 * 3600 * 1000;

type NewCampaign = z.infer<typeof operatorInput.campaign>;

/**
 * Creates the demo's campaigns if they do not exist yet. One offer has already ended. The other
 * campaigns run for one year. They begin on the first day of a month. This month is the month of
 * the day two days before the first start of the product.
 */
export async function enterCampaigns(
  operator: Pick<Operator, 'createCampaign'>,
  now: Date,
): Promise<void> {
  for (const campaign of demoCampaigns(now)) {
    // A campaign must be created before its end, but one of these campaigns has already ended.
    // Therefore use the start of the campaign as the time of creation.
    const createdAt = new Date(Math.min(campaign.startsAt.getTime(), now.getTime()));
    await operator.createCampaign(campaign, createdAt).catch((error: unknown) => {
      if (!(error instanceof ProblemError && error.code === 'invalidInput')) throw error;
    });
  }
}

/** An offer for new riders, an offer for everyone, an offer that has ended, and a raffle. */
function demoCampaigns(now: Date): NewCampaign[] {
  // Use the month of the day before yesterday, so that the first day of the month has begun in
  // every time zone.
  const twoDaysAgo = new Date(now.getTime() - 2 * dayMs);
  const [year, month] = [twoDaysAgo.getUTCFullYear(), twoDaysAgo.getUTCMonth() + 1];
  const summer = month > 9 ? year : year - 1;
  const firstOfMonth = (of: number) => `${of}-${String(month).padStart(2, '0')}-01`;
  const running = {
    starts: firstOfMonth(year),
    ends: firstOfMonth(year + 1),
    timeZone: demoTimeZone,
  };
  const inputs: z.input<typeof operatorInput.campaign>[] = [
    {
      kind: 'offer',
      type: 'welcome',
      texts: texts.welcome,
      ...running,
      audience: 'newRiders',
      reward: { kind: 'amountOff', amount: 200, validDays: 30 },
      budget: { claims: 10_000 },
    },
    {
      kind: 'offer',
      type: 'refresh',
      texts: texts.refresh,
      ...running,
      reward: { kind: 'freeMinutes', minutes: 60, validDays: 14 },
      budget: { claims: 10_000 },
    },
    {
      kind: 'offer',
      type: 'lastsummer',
      texts: texts.lastsummer,
      starts: `${summer}-06-01`,
      ends: `${summer}-09-01`,
      timeZone: demoTimeZone,
      reward: { kind: 'goCash', amount: 100 },
      budget: { amount: 500_000 },
    },
    {
      kind: 'raffle',
      type: 'lucky-day',
      texts: texts['lucky-day'],
      ...running,
      outOf: 100,
      prizes: [
        { reward: { kind: 'goCash', amount: 500 }, chances: 2, stock: 100 },
        {
          reward: { kind: 'freeMinutes', minutes: 60, validDays: 14 },
          chances: 8,
          stock: 500,
        },
        {
          reward: { kind: 'amountOff', amount: 100, validDays: 14 },
          chances: 20,
          stock: null,
        },
      ],
    },
  ];
  return inputs.map((one) => operatorInput.campaign.parse(one));
}
