import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useStore } from 'react-redux';
import type { User } from '../../../contract/signIn/auth.ts';
import { authApi } from './authApi.ts';
import { isStillHere } from './clientUserSlice.ts';
import type { ClientUserState } from './clientUserSlice.ts';

type State = Parameters<ReturnType<typeof authApi.endpoints.getMe.select>>[0] & {
  clientUser: ClientUserState;
};

/**
 * Returns a function that stores the user from the answer to a change, so that every screen shows the change
 * at once.
 */
export function useApplyUser(): (user: User) => void {
  const store = useStore<State>();
  const dispatch = useDispatch<ThunkDispatch<State, unknown, UnknownAction>>();

  return (user) => {
    if (!isStillHere(store.getState().clientUser, user)) return;
    void dispatch(authApi.util.upsertQueryData('getMe', undefined, user));
  };
}
