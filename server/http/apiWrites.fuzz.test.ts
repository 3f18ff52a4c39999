import { fuzzRoutes } from '../testing/fuzz/fuzzRoutes.ts';
import { rows } from '../testing/routes/authorisationRows.ts';

// The routes are divided between this file and `apiReads.fuzz.test.ts`, so that two cores can test them at the same
// time.
fuzzRoutes(
  'writes',
  Object.keys(rows).filter((route) => !route.startsWith('GET ')),
);
