import { paths } from '../../../contract/paths.ts';
import type {
  AddPaymentMethod,
  CardForm,
  PaymentMethod,
  PaymentMethodList,
} from '../../../contract/payment.ts';
import { api } from '../../api/api.ts';
import { settleAttempt, withAttemptKey } from '../../api/attempts.ts';
import type { ApiRequest } from '../../api/baseQuery.ts';

const addRequest = (body: AddPaymentMethod): ApiRequest => ({
  url: paths.paymentMethods,
  method: 'POST',
  body,
});

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
    addPaymentMethod: build.mutation<PaymentMethod, AddPaymentMethod>({
      query: (card) => withAttemptKey(addRequest(card)),
      onQueryStarted: (card, { queryFulfilled }) => settleAttempt(addRequest(card), queryFulfilled),
      invalidatesTags: (added) => (added ? ['PaymentMethod'] : []),
    }),
  }),
});

export const { useGetPaymentMethodsQuery, useGetCardFormQuery, useAddPaymentMethodMutation } =
  paymentApi;
