import type { Session, Sessions } from '../../../contract/signIn/auth.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { api } from '../../api/api.ts';

const devicesApi = api.enhanceEndpoints({ addTagTypes: ['Session'] }).injectEndpoints({
  endpoints: (build) => ({
    getDevices: build.query<Session[], void>({
      query: () => paths.mySessions,
      transformResponse: ({ sessions }: Sessions) => sessions,
      providesTags: ['Session'],
    }),
    // Load the list again after an error, too, because the error usually means that the session of the device
    // has already ended.
    signOutDevice: build.mutation<null, string>({
      query: (id) => ({ url: fillPath(paths.mySession, { id }), method: 'DELETE' }),
      invalidatesTags: ['Session'],
    }),
    signOutOthers: build.mutation<null, void>({
      query: () => ({ url: paths.mySessions, method: 'DELETE' }),
      invalidatesTags: ['Session'],
    }),
  }),
});

export const { useGetDevicesQuery, useSignOutDeviceMutation, useSignOutOthersMutation } =
  devicesApi;
