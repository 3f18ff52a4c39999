import { filesWanted } from './complete.ts';

export const shells = ['bash', 'zsh'] as const;
export type Shell = (typeof shells)[number];

/**
 * Returns a script that defines the function `ops` and the completion of its words. `ops` is short
 * for `npm run ops --`.
 *
 * @param root the folder of the product.
 */
export function completionScript(shell: Shell, root: string): string {
  const folder = `'${root.replaceAll("'", `'\\''`)}'`;
  return `# The short form of: npm run --silent ops --
ops() {
  npm --prefix ${folder} run --silent ops -- "$@"
}
_ops_candidates() {
  (cd ${folder} && node scripts/command.mjs ops __complete "$@" 2>/dev/null)
}
${ends[shell]}`;
}

const ends: Record<Shell, string> = {
  bash: `_ops_complete() {
  local word="\${COMP_WORDS[COMP_CWORD]}" line
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == '${filesWanted}' ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
      return
    fi
    [[ $line == "$word"* ]] && COMPREPLY+=("$(printf '%q' "$line")")
  done < <(_ops_candidates "\${COMP_WORDS[@]:1:COMP_CWORD}")
}
complete -F _ops_complete ops
`,
  zsh: `_ops() {
  local line
  local -a found
  while IFS= read -r line; do
    if [[ $line == '${filesWanted}' ]]; then
      _files
      return
    fi
    found+=("$line")
  done < <(_ops_candidates "\${(@)words[2,CURRENT]}")
  compadd -a found
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _ops ops
`,
};
