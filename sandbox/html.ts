const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template tag that escapes the inserted values, so that they cannot become markup. */
export function html(parts: TemplateStringsArray, ...values: string[]): string {
  return parts.reduce((page, part, index) => {
    const value = values[index - 1] ?? '';
    return page + value.replace(/[&<>"']/g, (character) => escapes[character] ?? '') + part;
  });
}

/**
 * Creates a `<script type="application/json">`. Escapes each `<`, because the browser must not find
 * `</script` or `<!--` in the value.
 */
export function jsonBlock(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}
