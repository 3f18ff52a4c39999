/** Every path of the API, once. `:name` marks a parameter, as Fastify and the client read it. */
export const paths = {
  config: '/api/config',
  openApi: '/api/openapi.json',
  health: '/api/health',
  codes: '/api/auth/codes',
  verifyCode: '/api/auth/codes/:requestId/verify',
  currentSession: '/api/auth/sessions/current',
  me: '/api/me',
  stationTile: '/api/stations/tiles/:z/:x/:y',
  stationTileEvents: '/api/stations/tiles/:z/:x/:y/events',
  stationSearch: '/api/stations/search',
  station: '/api/stations/:id',
  watches: '/api/watches',
  watch: '/api/watches/:id',
  watchEvents: '/api/watches/:id/events',
  ipLocation: '/api/geo/ip',
  place: '/api/geo/place',
  placeSearch: '/api/geo/search',
  rentals: '/api/rentals',
  orders: '/api/orders',
  currentOrder: '/api/orders/current',
  orderEvents: '/api/orders/events',
  order: '/api/orders/:id',
  payOrder: '/api/orders/:id/pay',
  orderSeen: '/api/orders/:id/seen',
  notEjected: '/api/orders/:id/not-ejected',
  paymentMethods: '/api/payment-methods',
  cardForm: '/api/payment-methods/card-form',
} as const;

/** A path with its parameters filled in, each escaped. */
export function fillPath(path: string, params: Record<string, string | number>): string {
  return path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
}
