import type { HostTerms } from '../../hosts.ts';
import { isNumber, isText, listOf, objectOf, orNull } from './shapes.ts';

type Estimate = NonNullable<HostTerms['estimate']>;

export const isHostTerms = objectOf<HostTerms>({
  keptDays: isNumber,
  estimate: orNull(
    objectOf<Estimate>({
      share: objectOf<Estimate['share']>({ minimum: isNumber, maximum: isNumber }),
      venues: listOf(
        objectOf<Estimate['venues'][number]>({
          kind: isText,
          rentalsPerDay: isNumber,
          mostPerDay: isNumber,
          minutes: isNumber,
        }),
      ),
    }),
  ),
});
