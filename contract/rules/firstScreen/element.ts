/**
 * The attributes of an element, with the names that React uses. The HTML contains only the attributes whose value is a
 * string. The app also passes attributes with other values, such as event handlers.
 */
export type Attributes = Readonly<Record<string, unknown>> | null | undefined;

/** A child of an element. Null or undefined means that an optional child is missing. */
export type Child<Part> = Part | string | null | undefined;

/**
 * Creates an element. The server, the start script and the app each have such a function: for HTML, for DOM nodes, and
 * for React elements. So the markup of the first screen is written only once.
 */
export type CreateElement<Part> = (
  tag: string,
  attributes?: Attributes,
  ...children: readonly Child<Part>[]
) => Part;

/** The HTML names of attributes whose name in React is different. */
export const htmlNames: Readonly<Record<string, string>> = {
  className: 'class',
  strokeWidth: 'stroke-width',
  strokeLinecap: 'stroke-linecap',
  strokeLinejoin: 'stroke-linejoin',
};
