import { normalInvite } from '../../../contract/rules/promotions/inviteCode.ts';

const linked = /[?&]invite=[^&#\s]*/i;

/** The invite link's code, where the text has such a link in it; else the text. */
export function withoutLink(typed: string): string {
  const query = linked.exec(typed)?.[0].toLowerCase();
  return query === undefined ? typed : normalInvite(new URLSearchParams(query).get('invite') ?? '');
}

/** The code in what somebody typed, as it is written down; null where it cannot be one. */
export function readInvite(typed: string): string | null {
  const code = normalInvite(withoutLink(typed));
  return /^[A-Z0-9]{4,20}$/.test(code) ? code : null;
}
