/**
 * Attributes by their names in React. HTML gets only those with a text; the app also passes handlers
 * and states.
 */
export type Attributes = Readonly<Record<string, unknown>> | null | undefined;

/** Null or undefined is for an optional part that is missing. */
export type Child<Part> = Part | string | null | undefined;

/**
 * Creates an element. The markup of the first screen is written once with this function: the server makes
 * HTML with it, the start script DOM nodes, and the app React elements.
 */
export type CreateElement<Part> = (
  tag: string,
  attributes?: Attributes,
  ...children: readonly Child<Part>[]
) => Part;

/** The names in HTML of the attributes that have another name in React. */
export const htmlNames: Readonly<Record<string, string>> = {
  className: 'class',
  strokeWidth: 'stroke-width',
  strokeLinecap: 'stroke-linecap',
  strokeLinejoin: 'stroke-linejoin',
};
