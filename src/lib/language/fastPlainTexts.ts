import type { i18n } from 'i18next';

/**
 * The instances whose `t` is already fast. `startI18n` may run again in the same process, as in
 * tests, and must not change an instance twice.
 */
const madeFast = new WeakSet<i18n>();

/**
 * Matches the beginning of a placeholder. i18next replaces each placeholder with a value or with
 * another text.
 */
const placeholder = /\{\{|\$t\(/;

/**
 * Makes `t` fast for texts without values, which are most texts. i18next resolves a text anew at each
 * render and copies its options several times. On a slow phone, these steps took a third of the render time.
 */
export function makePlainTextsFast(i18next: i18n): void {
  if (madeFast.has(i18next)) return;
  madeFast.add(i18next);
  i18next.getFixedT = new Proxy<i18n['getFixedT']>(i18next.getFixedT, {
    apply: (getFixedT: object, self, given) => {
      const translate = call(getFixedT, self, given);
      if (typeof translate !== 'function') return translate;
      const [lng, ns, , { scopeNs = ns } = {}] = given;
      const scope: readonly unknown[] = [scopeNs].flat();
      return new Proxy(translate, {
        apply: (t, _, asked) =>
          (asked.length === 1 ? plainText(i18next, lng, scope, asked[0]) : null) ??
          Reflect.apply(t, undefined, asked),
      });
    },
  });
}

/** TypeScript cannot call the many overloads of i18next with values of an unknown type. */
function call(target: unknown, self: unknown, given: readonly unknown[]): unknown {
  return typeof target === 'function' ? Reflect.apply(target, self, given) : undefined;
}

/**
 * Returns the selected text. Returns null if i18next must resolve the text, for example because the text is not loaded
 * or contains a placeholder.
 */
function plainText(
  i18next: i18n,
  language: unknown,
  [namespace, ...others]: readonly unknown[],
  selector: unknown,
): string | null {
  if (typeof language !== 'string' || typeof namespace !== 'string') return null;
  if (typeof selector !== 'function') return null;
  const texts: unknown = i18next.getResourceBundle(language, namespace);
  if (typeof texts !== 'object' || texts === null) return null;
  // If the first namespace has a key with the name of another namespace, such as `settings`,
  // i18next reads `$.settings.save` from the other namespace. Let i18next resolve such texts.
  if (others.some((name) => typeof Reflect.get(texts, String(name)) === 'object')) return null;
  try {
    const text: unknown = selector(texts);
    return typeof text === 'string' && !placeholder.test(text) ? text : null;
  } catch (error) {
    // The key belongs to another namespace.
    if (error instanceof TypeError) return null;
    throw error;
  }
}
