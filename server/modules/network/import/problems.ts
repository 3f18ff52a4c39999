/** The highest number of problems that one error text lists. The text only counts all further problems. */
const maxListed = 100;

export interface Problem {
  /** Where the problem is: the row, such as `line 12`, or the option of the import. */
  where: string;
  problem: string;
}

/** The problems of entries, in the order in which they were found. */
export class Problems {
  readonly #found: Problem[] = [];

  get all(): readonly Problem[] {
    return this.#found;
  }

  add(where: string, problem: string): void {
    this.#found.push({ where, problem });
  }

  /** The text of an error: the number of problems, the number of rows, and the first problems. */
  explain(rows: number): string {
    return explainProblems(this.#found.slice(0, maxListed), this.#found.length, rows);
  }
}

/** The text of an error about a file. */
export function explainProblems(listed: readonly Problem[], count: number, rows: number): string {
  const errors = count === 1 ? 'There is one error' : `There are ${count} errors`;
  const rest = count > listed.length ? [`  … and ${count - listed.length} more`] : [];
  const lines = [...listed.map(({ where, problem }) => `  ${where}: ${problem}`), ...rest];
  return `${errors} in ${rows} rows. Nothing was imported.\n${lines.join('\n')}`;
}
