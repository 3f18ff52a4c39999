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
import { methodChosen } from './paymentSlice.ts';

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
      onQueryStarted: async (card, { dispatch, queryFulfilled }) => {
        await settleAttempt(addRequest(card), queryFulfilled);
        const added = await queryFulfilled.catch(() => null);
        // Whoever adds a card on the way to paying means to pay with it.
        if (added !== null) dispatch(methodChosen(added.data.id));
      },
      invalidatesTags: (added) => (added ? ['PaymentMethod'] : []),
    }),
  }),
});

export const { useGetPaymentMethodsQuery, useGetCardFormQuery, useAddPaymentMethodMutation } =
  paymentApi;
