import {
  CampaignChanged,
  CampaignList,
  type CampaignForOperators,
} from '../../../../contract/operators/promotions.ts';
import { OnlyReason } from '../../../../contract/operators/team.ts';
import { isoInZone } from '../../../time/timeZones.ts';
import { readOffer, readRaffle } from '../../campaigns/readCampaign.ts';
import { jsonText, onlyOne, UsageError, type Command, type Program } from '../../runCommand.ts';
import { callServer, type OpsContext } from '../opsClient.ts';
import { readBody } from '../readBody.ts';
import { takeCommon } from './takeCommon.ts';

const campaignsPath = '/api/ops/campaigns';

/**
 * The commands for campaigns and raffles.
 *
 * @param usualWhy the reason that a change gets if `--why` is missing. If `usualWhy` is absent,
 *   each change needs `--why`.
 */
export function campaignCommands(usualWhy?: string) {
  return {
    create: (args) => create(readOffer, args, usualWhy),
    'create-raffle': (args) => create(readRaffle, args, usualWhy),
    list(args) {
      const { rest, as, json } = takeCommon(args);
      if (rest.length > 0) throw new UsageError('list takes only options.');
      return async (context) => {
        const found = await callServer(context, CampaignList, campaignsPath, { as });
        if (json) return jsonText(found);
        const head = 'type,kind,audience,state,starts,ends,claims,given,most claims,most given\n';
        return [head, ...found.campaigns.map(lineOf)].join('');
      };
    },
    end(args) {
      const { rest, why = usualWhy, as, json } = takeCommon(args);
      const type = onlyOne(rest, 'end takes one type.');
      const body = readBody(OnlyReason, { why });
      return async (context) => {
        const path = `${campaignsPath}/${encodeURIComponent(type)}/end`;
        const ended = await callServer(context, CampaignChanged, path, { body, as });
        return json ? jsonText(ended) : `${ended.campaign.type} has ended.\n`;
      };
    },
  } satisfies Program<OpsContext>['commands'];
}

async function create(
  read: typeof readOffer,
  args: string[],
  usualWhy: string | undefined,
): Promise<Command<OpsContext>> {
  const { rest, why = usualWhy, as, json } = takeCommon(args);
  const campaign = await read(rest);
  const body = { ...readBody(OnlyReason, { why }), campaign };
  return async (context) => {
    const made = await callServer(context, CampaignChanged, campaignsPath, { body, as });
    if (json) return jsonText(made);
    const { type } = made.campaign;
    const seed =
      made.seedHash === null ? '' : `The hash of its seed is ${made.seedHash}: publish it.\n`;
    return `${type} runs from ${timesOf(made.campaign).join(' to ')}.\n${seed}`;
  };
}

const timesOf = ({ startsAt, endsAt, timeZone }: CampaignForOperators) =>
  [startsAt, endsAt].map((at) => isoInZone(new Date(at), timeZone));

function lineOf(campaign: CampaignForOperators): string {
  const { type, kind, audience, state, claims, given, currency } = campaign;
  const budget = [campaign.mostClaims ?? '', campaign.mostGiven ?? ''];
  const paid = given === 0 ? '' : `${given} ${currency}`;
  return `${[type, kind, audience, state, ...timesOf(campaign), claims, paid, ...budget].join(',')}\n`;
}
