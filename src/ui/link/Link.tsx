import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of the app. */
  to: string;
  /** Takes the place of this page in the history. */
  replace?: boolean | undefined;
  /** What the next page is told beside its address. */
  state?: unknown;
}

/**
 * A link within the app. The router's own can fetch pages beforehand where a server renders them,
 * which the first load would have to carry.
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
