import type { User } from '../../contract/signIn/auth.ts';
import type { Order } from '../../contract/orders.ts';
import type { PaymentMethod } from '../../contract/payment.ts';
import type { Station } from '../../contract/stations.ts';

export const rider: User = {
  id: '10427755',
  phone: '+12125550123',
  name: null,
  email: null,
  emailConfirmed: false,
  birthDate: null,
  photo: null,
  inviteCode: 'K7M2Q9XD',
  language: 'en',
  createdAt: '2026-11-01T10:00:00.000Z',
};

export const visa: PaymentMethod = {
  id: '0b7f8f5e-6a0e-4c53-9d8a-2f1de4f0a001',
  kind: 'card',
  brand: 'visa',
  last4: '4242',
  label: null,
  expiryMonth: 4,
  expiryYear: 2099,
  nameOnCard: 'Ana Ruiz',
  country: 'US',
  postalCode: '60601',
  isDefault: true,
};

export const mastercard: PaymentMethod = {
  ...visa,
  id: '0b7f8f5e-6a0e-4c53-9d8a-2f1de4f0a002',
  brand: 'mastercard',
  last4: '4444',
  isDefault: false,
};

export const payPal: PaymentMethod = {
  id: '0b7f8f5e-6a0e-4c53-9d8a-2f1de4f0a003',
  kind: 'payPal',
  brand: 'paypal',
  last4: '',
  label: 'a•••@example.com',
  expiryMonth: null,
  expiryYear: null,
  nameOnCard: '',
  country: '',
  postalCode: '',
  isDefault: false,
};

export const station: Station = {
  id: 'ABCDEFV',
  name: 'Corner Bakery',
  address: '5 W Lake St',
  lat: 41.88,
  lng: -87.63,
  chargers: 6,
  freeSlots: 2,
  slots: 8,
  online: true,
  hours: Array.from({ length: 7 }, () => '00:00-24:00'),
  timeZone: 'America/Chicago',
  floor: null,
  hint: null,
  photo: null,
  at: '2026-11-20T18:00:00.000Z',
  tariff: {
    id: 'demo-1',
    currency: 'USD',
    unlockFee: 100,
    graceMinutes: 5,
    rate: 100,
    rateMinutes: 60,
    cap: 1000,
    capMinutes: 1440,
    deposit: 2000,
    depositCaptureMinutes: 1440,
    lostMinutes: 2880,
    overdueFee: 1000,
    lostTotal: 3000,
    minimumLevel: 60,
  },
};

export const orderBeingPrepared: Order = {
  id: '5b1c1f00-4f0e-4d1c-8a55-6f2f6f3a0001',
  number: 'R-7K3M-92QF',
  status: null,
  state: 'authorizing',
  failure: null,
  action: null,
  station: { id: station.id, name: station.name, address: station.address },
  slot: null,
  createdAt: '2026-11-20T18:00:00.000Z',
  startedAt: null,
  returnedAt: null,
  returnStation: null,
  returnSlot: null,
  tariff: station.tariff,
  lines: [],
  total: null,
  paid: { amount: 0, currency: 'USD' },
  due: { amount: 0, currency: 'USD' },
  paymentMethod: {
    id: visa.id,
    kind: visa.kind,
    brand: visa.brand,
    last4: visa.last4,
    label: null,
  },
  usesGoCash: false,
  coupon: null,
  dispute: null,
  payments: [],
  paymentFailure: null,
  now: '2026-11-20T18:00:01.000Z',
};
