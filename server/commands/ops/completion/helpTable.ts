/** What a help text contains about one command. */
export interface CommandHelp {
  /**
   * The words that follow the command, such as `ID` or `VENUE` and `MONTH`. A word with alternatives is written as
   * `ORDER|TOP-UP`.
   */
  names: readonly string[];
  /** Whether the last of `names` may be repeated. */
  isRepeated: boolean;
  /** The options, each with the word for its value, or with its choices; null for an option without a value. */
  options: ReadonlyMap<string, string | null>;
}

/**
 * Reads the commands, such as `stations list`, from a help text. One section can describe several commands, such
 * as `stations pause|resume ID`, and a command can have several sections.
 *
 * @param start the text before each command, such as `npm run ops -- `.
 */
export function readHelp(help: string, start: string): Map<string, CommandHelp> {
  const found = new Map<string, CommandHelp>();
  for (const part of help.split(`  ${start}`).slice(1)) {
    // A section ends at an empty line, unless the next line is indented.
    const [own = ''] = part.split(/\n\n(?! )/);
    const [, group = '', verbs = ''] = /^([\w-]+)(?: ([a-z|-]+)(?=\s))?/.exec(own) ?? [];
    const names = namesIn(own.slice(verbs === '' ? group.length : group.length + 1 + verbs.length));
    for (const verb of verbs.split('|')) {
      const command = `${group} ${verb}`.trim();
      const former = found.get(command);
      const options = new Map(former?.options);
      for (const [name, value] of optionsIn(own)) options.set(name, options.get(name) ?? value);
      found.set(command, {
        names: former && former.names.length > names.length ? former.names : names,
        isRepeated: (former?.isRepeated ?? false) || /^ ?[A-Z-]+ …/.test(own.split(verbs)[1] ?? ''),
        options,
      });
    }
  }
  return found;
}

/** Returns the words for names in a usage line, up to the first option or the end of the line. */
function namesIn(usage: string): string[] {
  const names: string[] = [];
  const [line = ''] = usage.split('\n');
  for (const word of line.trim().split(/\s+/)) {
    const name = word.replace(/^\[|\]$/g, '').replace(/\|--.*$/, '');
    if (!/^[A-Z][A-Z|-]*$/.test(name)) break;
    names.push(name);
  }
  return names;
}

function optionsIn(text: string): [string, string | null][] {
  const found = text.matchAll(
    /--(?!help\b)([a-z][a-z0-9-]*)(?:[ \n]+([A-Z][A-Z,.…|-]*|[a-z][\w-]*(?:\|[\w-]+)+))?/g,
  );
  return [...found].map(([, name = '', value]) => [name, value ?? null]);
}
