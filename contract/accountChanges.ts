import { z } from 'zod';
import { SocialProvider } from './signIn/socialProvider.ts';

/**
 * The secret of an undo link: at least 128 random bits. The server sends the link to the rider's
 * old phone or e-mail address. The secret is in the fragment of the link, because browsers do not
 * send the fragment to a server.
 */
export const UndoToken = z.object({ token: z.string().regex(/^[\w-]{22,64}$/) });
export type UndoToken = z.infer<typeof UndoToken>;

/**
 * A change of how the rider signs in. `POST /api/account-changes/read` returns the change.
 * `POST /api/account-changes/undo` undoes the change and all later changes: it ends all sessions, restores the phone
 * number, the e-mail address and the social accounts, and locks the account until its owner signs in again. If the
 * change is already undone or has expired, `undo` changes nothing. Both calls work without a session, because the token
 * in the body identifies the change. They return `AccountChange`, or `notFound` for an unknown token.
 */
export const AccountChange = z.object({
  kind: z.enum(['phone', 'email', 'linked', 'unlinked']),
  /** The provider of the social account that was linked or unlinked; null for other changes. */
  provider: SocialProvider.nullable(),
  at: z.iso.datetime(),
  /** The device that made the change, as in `Session`. */
  device: z.string(),
  state: z.enum(['open', 'undone', 'expired']),
  /** How the owner signs in after the change was undone; null unless `state` is `undone`. */
  signInBy: z
    .object({
      /**
       * The phone number, with only its last digits readable; null if the account has none now. This also happens if
       * another rider keeps the number, so that the server could not restore it.
       */
      phone: z.string().nullable(),
      identities: z.array(SocialProvider),
    })
    .nullable(),
});
export type AccountChange = z.infer<typeof AccountChange>;
