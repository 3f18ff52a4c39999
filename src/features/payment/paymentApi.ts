import { fillPath, paths } from '../../../contract/paths.ts';
import type {
  AddPaymentMethod,
  BeginSetup,
  CardForm,
  EditPaymentMethod,
  PaymentMethod,
  PaymentMethodList,
  PaymentSetup,
} from '../../../contract/payment.ts';
import { api } from '../../api/api.ts';
import { settleAttempt, withAttemptKey } from '../../api/idempotencyKeys.ts';
import type { ApiRequest } from '../../api/baseQuery.ts';
import { methodChosen } from './paymentSlice.ts';

const addRequest = (body: AddPaymentMethod): ApiRequest => ({
  url: paths.paymentMethods,
  method: 'POST',
  body,
});

const setupRequest = (body: BeginSetup): ApiRequest => ({
  url: paths.paymentSetups,
  method: 'POST',
  body,
});

interface MethodEdit {
  id: string;
  changes: EditPaymentMethod;
}

interface MethodRemoval {
  id: string;
  /**
   * The new default method. It is null if the removed method is not the default, or if no other method
   * remains.
   */
  nextDefault: string | null;
}

const pathOf = (id: string) => fillPath(paths.paymentMethod, { id });

const editRequest = ({ id, changes }: MethodEdit): ApiRequest => ({
  url: pathOf(id),
  method: 'PATCH',
  body: changes,
});

// The query string contains `nextDefault`, so that each `nextDefault` has its own idempotency key.
const removeRequest = ({ id, nextDefault }: MethodRemoval): ApiRequest => ({
  url: nextDefault === null ? pathOf(id) : `${pathOf(id)}?nextDefault=${nextDefault}`,
  method: 'DELETE',
});

const defaultRequest = (id: string): ApiRequest => ({
  url: fillPath(paths.defaultMethod, { id }),
  method: 'POST',
  body: {},
});

const paymentApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Gets the saved methods. The default comes first. */
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
        // A rider who adds a card during a payment wants to pay with that card.
        if (added !== null) dispatch(methodChosen(added.data.id));
      },
      invalidatesTags: (added) => (added ? ['PaymentMethod'] : []),
    }),

    beginSetup: build.mutation<PaymentSetup, BeginSetup>({
      query: (setup) => withAttemptKey(setupRequest(setup)),
      onQueryStarted: (setup, { queryFulfilled }) =>
        settleAttempt(setupRequest(setup), queryFulfilled),
    }),
    editPaymentMethod: build.mutation<PaymentMethod, MethodEdit>({
      query: (edit) => withAttemptKey(editRequest(edit)),
      onQueryStarted: (edit, { queryFulfilled }) =>
        settleAttempt(editRequest(edit), queryFulfilled),
      invalidatesTags: (edited) => (edited ? ['PaymentMethod'] : []),
    }),
    removePaymentMethod: build.mutation<PaymentMethodList, MethodRemoval>({
      query: (removal) => withAttemptKey(removeRequest(removal)),
      onQueryStarted: (removal, { queryFulfilled }) =>
        settleAttempt(removeRequest(removal), queryFulfilled),
      invalidatesTags: ['PaymentMethod'],
    }),
    setDefaultMethod: build.mutation<PaymentMethodList, string>({
      query: (id) => withAttemptKey(defaultRequest(id)),
      onQueryStarted: (id, { queryFulfilled }) => settleAttempt(defaultRequest(id), queryFulfilled),
      invalidatesTags: ['PaymentMethod'],
    }),
  }),
});

export const {
  useGetPaymentMethodsQuery,
  useGetCardFormQuery,
  useAddPaymentMethodMutation,
  useBeginSetupMutation,
  useEditPaymentMethodMutation,
  useRemovePaymentMethodMutation,
  useSetDefaultMethodMutation,
} = paymentApi;
