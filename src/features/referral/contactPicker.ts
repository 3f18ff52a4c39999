/** The part that is used of https://w3c.github.io/contact-picker/, which few browsers have. */
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
 * The number of a contact that the person picks, as it is written there; null where they pick none.
 * To be called within a press.
 *
 * @throws {NoNumberError} where the picker was refused, or the contact has no number.
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

/** Opens the device's own message app with a text that is not sent yet (RFC 5724). */
export function messageLink(number: string, text: string): string {
  const dialled = number.normalize('NFKC').replace(/[^\d+*#]/g, '');
  return `sms:${dialled.replaceAll('#', '%23')}?body=${encodeURIComponent(text)}`;
}
