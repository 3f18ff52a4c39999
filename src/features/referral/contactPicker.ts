/** The part of https://w3c.github.io/contact-picker/ that the app uses. Few browsers support it. */
interface ContactsManager {
  select(
    properties: readonly 'tel'[],
    options?: { multiple?: boolean },
  ): Promise<readonly { tel?: readonly string[] }[]>;
}

declare global {
  interface Navigator {
    readonly contacts?: ContactsManager;
  }
}

export function hasContacts(): boolean {
  return 'contacts' in navigator && typeof navigator.contacts?.select === 'function';
}

/**
 * Lets the rider choose a contact. Resolves to the number as stored in the contact, or to null if the rider
 * chooses no contact. Must be called during a press.
 *
 * @throws {NoNumberError} if the picker was refused, or the contact has no number.
 */
export async function pickNumber(): Promise<string | null> {
  const picked = await askForContact();
  if (!picked) return null;
  const number = picked.tel?.find((each) => /\d/.test(each));
  if (number === undefined) throw new NoNumberError();
  return number;
}

async function askForContact() {
  try {
    const [picked] = (await navigator.contacts?.select(['tel'], { multiple: false })) ?? [];
    return picked;
  } catch (error) {
    if (!(error instanceof DOMException) && !(error instanceof TypeError)) throw error;
    throw new NoNumberError();
  }
}

export class NoNumberError extends Error {
  override readonly name = 'NoNumberError';
}

/** Returns the link that opens the device's message app with a draft (RFC 5724). */
export function messageLink(number: string, text: string): string {
  const dialled = number.normalize('NFKC').replace(/[^\d+*#]/g, '');
  return `sms:${dialled.replaceAll('#', '%23')}?body=${encodeURIComponent(text)}`;
}
