import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of the app. */
  to: string;
  /** True to replace the current page in the history. */
  replace?: boolean | undefined;
  /** The history state for the next page. */
  state?: unknown;
}

/**
 * A link within the app. It replaces the `Link` of React Router, because that component contains
 * code for server rendering, which would make the first load larger.
 */
export function Link({ to, replace, state, target, onClick, children, ...rest }: LinkProps) {
  const open = useLinkClickHandler(to, {
    state,
    ...(replace !== undefined && { replace }),
    ...(target !== undefined && { target }),
  });
  return (
    <a
      {...rest}
      href={useHref(to)}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) open(event);
      }}
    >
      {children}
    </a>
  );
}
