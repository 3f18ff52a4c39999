import { createContext, useContext } from 'react';

/** The values of the `:name` parts in the route of the page. */
export type RouteParams = Readonly<Record<string, string>>;

export const RouteParamsContext = createContext<RouteParams>({});

export function useRouteParams(): RouteParams {
  return useContext(RouteParamsContext);
}
