import { normalInvite } from '../../../contract/rules/promotions/inviteCode.ts';

const linked = /[?&]invite=[^&#\s]*/i;

/** The code of an invite link in the text; without one, the text itself. */
export function withoutLink(typed: string): string {
  const query = linked.exec(typed)?.[0].toLowerCase();
  return query === undefined ? typed : normalInvite(new URLSearchParams(query).get('invite') ?? '');
}

/** The normalised code in the typed text; null if it is not valid. */
export function readInvite(typed: string): string | null {
  const code = normalInvite(withoutLink(typed));
  return /^[A-Z0-9]{4,20}$/.test(code) ? code : null;
}
