import { signUp } from '../../app.ts';
import type { Change } from './change.ts';

/** A valid call for each act of operators on riders and their phones. */
export const riderChanges: Record<string, Change> = {
  'POST /api/ops/riders/{number}/unmask': {
    action: 'rider.unmask',
    call: async (world) => ({ params: { number: (await signUp(world.app)).user.id } }),
  },
  'POST /api/ops/riders/{number}/block': {
    action: 'rider.block',
    call: async (world) => ({
      params: { number: (await signUp(world.app)).user.id },
      body: { what: ['account'] },
    }),
  },
  'POST /api/ops/riders/{number}/unblock': {
    action: 'rider.unblock',
    call: async (world) => ({
      params: { number: (await signUp(world.app)).user.id },
      body: { what: ['account'] },
    }),
  },
  'POST /api/ops/blocked-phones': {
    action: 'phone.block',
    call: async (world) => ({ body: { phone: (await signUp(world.app)).phone, blocked: true } }),
    // The record has only a hash of the phone.
    subjectOf: () => /^[\da-f]{64}$/,
  },
  'POST /api/ops/riders/{number}/credit': {
    action: 'rider.credit',
    call: async (world) => ({
      params: { number: (await signUp(world.app)).user.id },
      body: { amount: 1 },
    }),
  },
  'POST /api/ops/riders/{number}/export': {
    action: 'rider.export',
    call: async (world) => ({ params: { number: (await signUp(world.app)).user.id } }),
  },
  'POST /api/ops/riders/{number}/erase': {
    action: 'rider.erase',
    call: async (world) => ({ params: { number: (await signUp(world.app)).user.id } }),
  },
};
