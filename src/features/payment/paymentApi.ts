import { paths } from '../../../contract/paths.ts';
import type {
  AddPaymentMethod,
  CardForm,
  PaymentMethod,
  PaymentMethodList,
} from '../../../contract/payment.ts';
import { api } from '../../api/api.ts';

export const paymentApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The default one first. */
    getPaymentMethods: build.query<PaymentMethod[], void>({
      query: () => paths.paymentMethods,
      transformResponse: ({ methods }: PaymentMethodList) => methods,
      providesTags: ['PaymentMethod'],
    }),
    getCardForm: build.query<CardForm, void>({
      query: () => paths.cardForm,
    }),
    addPaymentMethod: build.mutation<
      PaymentMethod,
      { card: AddPaymentMethod; idempotencyKey: string }
    >({
      query: ({ card, idempotencyKey }) => ({
        url: paths.paymentMethods,
        method: 'POST',
        body: card,
        idempotencyKey,
      }),
      invalidatesTags: (added) => (added ? ['PaymentMethod'] : []),
    }),
  }),
});

export const { useGetPaymentMethodsQuery, useGetCardFormQuery, useAddPaymentMethodMutation } =
  paymentApi;
