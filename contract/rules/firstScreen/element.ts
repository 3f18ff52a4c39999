/**
 * The attributes of an element, with the names that React uses. HTML gets only the attributes whose
 * value is a string. The app also passes event handlers and states.
 */
export type Attributes = Readonly<Record<string, unknown>> | null | undefined;

/** A child of an element. Null or undefined means that an optional child is missing. */
export type Child<Part> = Part | string | null | undefined;

/**
 * Creates an element. With this function the markup of the first screen is written only once: the server
 * creates HTML, the start script DOM nodes, and the app React elements.
 */
export type CreateElement<Part> = (
  tag: string,
  attributes?: Attributes,
  ...children: readonly Child<Part>[]
) => Part;

/** The HTML names of the attributes that have another name in React. */
export const htmlNames: Readonly<Record<string, string>> = {
  className: 'class',
  strokeWidth: 'stroke-width',
  strokeLinecap: 'stroke-linecap',
  strokeLinejoin: 'stroke-linejoin',
};
