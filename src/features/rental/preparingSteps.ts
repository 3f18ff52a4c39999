import type { Order } from '../../../contract/orders.ts';

type StepName = 'paid' | 'opening' | 'take';
type StepState = 'done' | 'now' | 'waiting';

export interface Step {
  name: StepName;
  state: StepState;
}

const names: readonly StepName[] = ['paid', 'opening', 'take'];

/** The steps from the payment to the charger, with the current one. */
export function preparingSteps(state: Order['state']): Step[] {
  const current =
    state === 'authorizing' ? 0 : state === 'ejecting' || state === 'ejectUnknown' ? 1 : 2;
  return names.map((name, index) => ({
    name,
    state: index < current ? 'done' : index === current ? 'now' : 'waiting',
  }));
}
