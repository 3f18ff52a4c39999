import { paths } from '../../../contract/paths.ts';
import { api } from '../../api/api.ts';
import { fetchFile } from '../../api/files.ts';
import { saveFile } from '../../lib/device/saveFile.ts';

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Downloads a file with all data about the rider. */
    downloadData: build.mutation<null, void>({
      queryFn: async (_nothing, { signal, dispatch }) => {
        const answer = await fetchFile(paths.myData, 'application/json', { signal, dispatch });
        if ('error' in answer) return answer;
        saveFile(answer.data, 'my-data.json');
        return { data: null };
      },
    }),
    deleteAccount: build.mutation<null, void>({
      query: () => ({ url: paths.me, method: 'DELETE' }),
    }),
  }),
});

export const { useDownloadDataMutation, useDeleteAccountMutation } = accountApi;
