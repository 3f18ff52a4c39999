import { fuzzRoutes } from '../testing/fuzz/fuzzRoutes.ts';
import { rows } from '../testing/routes/authorisationRows.ts';

// Two files divide the routes, so that two cores can test them at the same time.
fuzzRoutes(
  'writes',
  Object.keys(rows).filter((route) => !route.startsWith('GET ')),
);
