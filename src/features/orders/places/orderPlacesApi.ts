import type { OrderPlaces } from '../../../../contract/orders.ts';
import { paths } from '../../../../contract/paths.ts';
import { isOrderPlaces } from '../../../../contract/rules/shapes/orderPlacesShape.ts';
import { api } from '../../../api/api.ts';

const orderPlacesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOrderPlaces: build.query<OrderPlaces, void>({
      query: () => ({ url: paths.orderPlaces, expects: isOrderPlaces }),
      providesTags: ['Order'],
    }),
  }),
});

export const { useGetOrderPlacesQuery } = orderPlacesApi;
