import { approvalChanges } from './changes/approvals.ts';
import { bookChanges } from './changes/books.ts';
import { chargerChanges } from './changes/chargers.ts';
import { deskChanges } from './changes/desk.ts';
import { promotionChanges } from './changes/promotions.ts';
import { riderChanges } from './changes/riders.ts';
import { signInChanges } from './changes/signIn.ts';
import { stationChanges } from './changes/stations.ts';
import { tariffChanges } from './changes/tariffs.ts';
import { teamChanges } from './changes/team.ts';
import { venueShareChanges } from './changes/venueShares.ts';
import { venueChanges } from './changes/venues.ts';
import { webhookChanges } from './changes/webhooks.ts';
import type { Change } from './changes/change.ts';

/** The POST routes that leave no entry in the record of operators, with the reasons. */
export const withoutEntry: Record<string, string> = {
  'POST /api/ops/riders/search':
    'It changes nothing, and its answer is masked. It is a POST so that no log has the phone. `unmask` and `export` leave an entry.',
};

/** A valid call of each route of the API of operators that changes something. */
export const operatorChanges: Record<string, Change> = {
  ...teamChanges,
  ...signInChanges,
  ...approvalChanges,
  ...deskChanges,
  ...riderChanges,
  ...chargerChanges,
  ...webhookChanges,
  ...bookChanges,
  ...promotionChanges,
  ...tariffChanges,
  ...venueChanges,
  ...venueShareChanges,
  ...stationChanges,
};
