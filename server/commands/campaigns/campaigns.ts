import type { Db } from '../../db/database.ts';
import { stateOf } from '../../modules/campaigns/campaignRows.ts';
import { CampaignRefusedError, endCampaign } from '../../modules/campaigns/insertCampaign.ts';
import { createCampaign } from '../../modules/raffles/createCampaign.ts';
import { isoInZone } from '../../timeZones.ts';
import {
  onDatabase,
  plain,
  RefusedError,
  UsageError,
  type Command,
  type Program,
} from '../runCommand.ts';
import { help } from './help.ts';
import { readOffer } from './readCampaign.ts';
import type { CampaignContext } from './context.ts';

export const campaigns: Program<CampaignContext> = {
  help,
  explained: [CampaignRefusedError],
  commands: { create, list: plain('list', list), end },
};

async function create(args: string[]): Promise<Command<CampaignContext>> {
  const { campaign } = await readOffer(args);
  return onDatabase(async (db, { settings, clock }) => {
    const { type } = await createCampaign(db, campaign, settings.currency, clock.now());
    const { timeZone, startsAt, endsAt } = campaign;
    const times = [startsAt, endsAt].map((at) => isoInZone(at, timeZone)).join(' to ');
    return `${type} runs from ${times}: ${settings.publicUrl}/${type}/launcher\n`;
  });
}

async function list(db: Db, { clock }: CampaignContext): Promise<string> {
  const rows = await db.selectFrom('campaigns').selectAll().orderBy('starts_at').execute();
  const lines = rows.map((row) => {
    const times = [row.starts_at, row.ends_at].map((at) => isoInZone(at, row.time_zone));
    const given = row.granted === 0 ? '' : `${row.granted} ${row.currency}`;
    const budget = [row.budget_claims ?? '', row.budget_amount ?? ''];
    const state = stateOf(row, clock.now());
    return [row.type, row.kind, row.audience, state, ...times, row.claims, given, ...budget];
  });
  const head = ['type', 'kind', 'audience', 'state', 'starts', 'ends', 'claims', 'given'];
  const table = [[...head, 'most claims', 'most given'], ...lines];
  return table.map((cells) => `${cells.join(',')}\n`).join('');
}

/** Ends a campaign or a raffle. */
export function end(args: string[]): Command<CampaignContext> {
  const [type, ...more] = args;
  if (type === undefined || more.length > 0) throw new UsageError('end takes one type.');
  return onDatabase(async (db, { clock }) => {
    const isThere = await endCampaign(db, type, clock.now());
    if (!isThere) throw new RefusedError(`There is no campaign ${type}.`);
    return `${type} has ended.\n`;
  });
}
