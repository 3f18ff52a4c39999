import { normalInvite } from '../../../contract/rules/promotions/inviteCode.ts';

const linked = /[?&]invite=[^&#\s]*/i;

/** Returns the code of an invite link in the text. Without a link, returns the text itself. */
export function withoutLink(typed: string): string {
  const query = linked.exec(typed)?.[0].toLowerCase();
  return query === undefined ? typed : normalInvite(new URLSearchParams(query).get('invite') ?? '');
}

/** Returns the normalised code in the typed text, or null if the code is not valid. */
export function readInvite(typed: string): string | null {
  const code = normalInvite(withoutLink(typed));
  return /^[A-Z0-9]{4,20}$/.test(code) ? code : null;
}
