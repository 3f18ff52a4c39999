import { paths } from '../../../contract/paths.ts';
import { isReport, isReportList } from '../../../contract/rules/shapes/supportShapes.ts';
import type { NewReport, Report, ReportList } from '../../../contract/support.ts';
import { api } from '../../api/api.ts';
import { settleAttempt, withAttemptKey } from '../../api/idempotencyKeys.ts';
import type { ApiRequest } from '../../api/baseQuery.ts';

const reportRequest = (body: NewReport): ApiRequest => ({
  url: paths.supportReports,
  method: 'POST',
  body,
  expects: isReport,
});

const supportApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReports: build.query<ReportList, void>({
      query: () => ({ url: paths.supportReports, expects: isReportList }),
      providesTags: ['Report'],
    }),

    /** Sends a report to support. A retry does not create a second report. */
    sendReport: build.mutation<Report, NewReport>({
      query: (report) => withAttemptKey(reportRequest(report)),
      onQueryStarted: (report, { queryFulfilled }) =>
        settleAttempt(reportRequest(report), queryFulfilled),
      invalidatesTags: ['Report'],
    }),
  }),
});

export const { useGetReportsQuery, useSendReportMutation } = supportApi;
