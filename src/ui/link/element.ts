import { createElement } from 'react';
import type { ReactNode } from 'react';
import type { CreateElement } from '../../../contract/rules/firstScreen/element.ts';
import { Link } from './Link.tsx';

/**
 * Creates a React element from the markup that the app shares with the first screen. A link to a
 * page of the app opens that page without loading a new document.
 */
export const element: CreateElement<ReactNode> = (tag, attributes, ...children) => {
  const href = String(attributes?.['href']);
  return /^\/(?!\/)/.test(href)
    ? createElement(Link, { ...attributes, to: href }, ...children)
    : createElement(tag, attributes, ...children);
};
