import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { CampaignType } from '../../../contract/campaigns.ts';
import { Problem } from '../../../contract/errors.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { Raffle, RaffleDraws } from '../../../contract/raffle.ts';
import { RefusedError } from '../runCommand.ts';

const timeoutMs = 30_000;

export interface RaffleAddress {
  /** The origin of the server, without a path. */
  origin: string;
  type: string;
}

/**
 * Parses the argument that names a raffle: either the type of a raffle on this server, or the
 * address of a raffle's API or page on any server.
 */
export function parseRaffleAddress(text: string, publicUrl: string): RaffleAddress {
  const url = /^https?:\/\//.test(text) ? URL.parse(text) : null;
  if (!url) {
    if (!CampaignType.safeParse(text).success) {
      throw new RefusedError(`${text} is neither a type nor an address.`);
    }
    return { origin: publicUrl, type: text };
  }
  const named =
    /^\/api\/raffles\/([^/]+)(\/draws)?\/?$/.exec(url.pathname)?.[1] ??
    /^\/([^/]+)\/(launcher|start)\/?$/.exec(url.pathname)?.[1] ??
    url.searchParams.get('type') ??
    '';
  if (!CampaignType.safeParse(named).success) {
    throw new RefusedError(`${text} names no raffle: expected ${url.origin}/api/raffles/TYPE.`);
  }
  return { origin: url.origin, type: named };
}

export function fetchRaffle({ origin, type }: RaffleAddress): Promise<Raffle> {
  // The server must answer with the requested type, because the draws of a raffle depend on the
  // type.
  const Named = Raffle.extend({ type: z.literal(type) });
  return fetchJson(origin + fillPath(paths.raffle, { type }), Named);
}

/** Fetches all draws, from all pages. */
export async function fetchDraws({ origin, type }: RaffleAddress): Promise<RaffleDraws['draws']> {
  const draws: RaffleDraws['draws'] = [];
  for (let after: number | null = 0; after !== null;) {
    const address = `${origin}${fillPath(paths.raffleDraws, { type })}?after=${after}`;
    const page: RaffleDraws = await fetchJson(address, RaffleDraws);
    if (page.next !== null && page.next <= after) {
      throw new RefusedError(`${address}: the next page does not come after this page.`);
    }
    draws.push(...page.draws);
    after = page.next;
  }
  return draws;
}

async function fetchJson<T>(address: string, schema: z.ZodType<T>): Promise<T> {
  const response = await fetch(address, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new RefusedError(`${address} does not answer: ${reasonOf(error)}.`);
  });
  const body: unknown = await response.json().catch(() => null);
  const problem = Problem.safeParse(body).data;
  if (problem?.code === 'tooManyRequests') {
    await wait((problem.retryAfter ?? 1) * 1000);
    return fetchJson(address, schema);
  }
  if (problem?.code === 'campaignNotFound')
    throw new RefusedError(`There is no raffle ${address}.`);
  if (!response.ok) {
    throw new RefusedError(`${address} answers ${response.status} ${problem?.code ?? ''}`.trim());
  }
  const answer = schema.safeParse(body);
  if (!answer.success) throw new RefusedError(`${address}: the answer has an unexpected format.`);
  return answer.data;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
