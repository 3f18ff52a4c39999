export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** The columns of a CSV file of stations. */
export const columns = [
  'id',
  'name',
  'address',
  'lat',
  'lng',
  ...weekdays,
  'time_zone',
  'floor',
  'hint',
  'photo',
  'tariff',
  'slots',
  'layout',
  'venue',
  'source',
] as const;
