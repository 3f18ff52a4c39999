/** A parsed form in Stripe's encoding: `card[exp_month]=1`, `expand[0]=x` and `expand[]=x`. */
export interface Form {
  [name: string]: string | Form;
}

export function readForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''));
    const last = path.pop() ?? '';
    let inner = form;
    for (const part of path) {
      const next = inner[part];
      const made = typeof next === 'object' ? next : {};
      inner[part] = made;
      inner = made;
    }
    inner[last === '' ? String(Object.keys(inner).length) : last] = value;
  }
  return form;
}

export function textOf(form: Form, name: string): string | undefined {
  const value = form[name];
  return typeof value === 'string' ? value : undefined;
}

export function formOf(form: Form, name: string): Form {
  const value = form[name];
  return typeof value === 'object' ? value : {};
}

export function textsOf(form: Form, name: string): string[] {
  return Object.values(formOf(form, name)).filter((value) => typeof value === 'string');
}

/**
 * Returns a value as a number; undefined if the form does not contain it.
 *
 * @throws {RangeError} if the value is not a whole number.
 */
export function wholeOf(form: Form, name: string): number | undefined {
  const text = textOf(form, name);
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new RangeError(`${name} is not a whole number`);
  return Number(text);
}
