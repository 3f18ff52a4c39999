import type { Order } from '../../../contract/orders.ts';

type StepName = 'paid' | 'opening' | 'take';
type StepState = 'done' | 'now' | 'waiting';

export interface Step {
  name: StepName;
  state: StepState;
}

const names: readonly StepName[] = ['paid', 'opening', 'take'];

/** Returns the steps from the payment to the charger, each with its state. */
export function preparingSteps(state: Order['state']): Step[] {
  const current =
    state === 'authorizing' ? 0 : state === 'ejecting' || state === 'ejectUnknown' ? 1 : 2;
  return names.map((name, index) => ({
    name,
    state: index < current ? 'done' : index === current ? 'now' : 'waiting',
  }));
}
