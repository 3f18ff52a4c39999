/** The form of 32 random bytes in base64url. */
export const tokenForm = /^[\w-]{43}$/;

/** The first value of a cookie that has the given form; null if the browser sent none. */
export function readCookie(
  { cookie }: { readonly cookie?: string | undefined },
  name: string,
  form: RegExp,
): string | null {
  for (const part of (cookie ?? '').split(';')) {
    const pair = part.trim();
    if (!pair.startsWith(`${name}=`)) continue;
    const value = pair.slice(name.length + 1);
    if (form.test(value)) return value;
  }
  return null;
}
