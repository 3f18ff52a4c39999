/** The options that the commands of operators share. */

export const text = { type: 'string' } as const;
export const flag = { type: 'boolean', default: false } as const;

/**
 * With the key of the server, `--as` is the name of the operator who calls. `--json` prints the answer of the server.
 */
export const common = { as: text, json: flag };
/** A change also needs the reason. */
export const change = { ...common, why: text };
