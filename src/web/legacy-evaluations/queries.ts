import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, queryOf } from '../api/index.ts'

export type Dataset = Answer<'listDatasets'>['datasets'][number]
export type Evaluation = Answer<'listEvaluations'>['evaluations'][number]
export type EvaluationRun = NonNullable<Evaluation['runs']>[number]
export type ReportAnswer = Answer<'readReport'>
export type ReportColumn = ReportAnswer['report_columns'][number]

export const perPage = 50
const pollMilliseconds = 1_000

const isRunning = (run: Pick<EvaluationRun, 'status'>): boolean => run.status === 'RUNNING'

export const evaluationsQuery = (find: string | undefined, page: number) =>
  queryOptions({
    ...queryOf(['reports', 'list', find, page], 'listEvaluations', {
      query: {
        ...(find !== undefined && { name: find }),
        include_runs: true,
        page,
        per_page: perPage,
        sort_by: 'updated_at',
        sort_order: 'desc',
      },
    }),
    refetchInterval: ({ state }) =>
      state.data?.evaluations.some(({ runs }) => runs?.some(isRunning)) ? pollMilliseconds * 2 : false,
  })

export const reportQuery = (report_id: number) =>
  queryOptions({
    ...queryOf(['report', report_id, 'itself'], 'readReport', { params: { report_id } }),
    placeholderData: undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'RUNNING' ? pollMilliseconds : false),
  })

const isPending = (cell: { readonly type: string; readonly status?: string }): boolean =>
  cell.status === 'QUEUED' || cell.status === 'RUNNING'

/**
 * The rows of a report. `refreshKey` is part of the query key and changes whenever the rows change; the query
 * polls until all cells are computed.
 */
export const reportRowsQuery = (report_id: number, page: number, refreshKey: string) =>
  queryOptions({
    ...queryOf(['report', report_id, 'rows', page, refreshKey], 'listEvaluationRows', {
      params: { evaluation_id: report_id },
      query: { page, per_page: perPage },
    }),
    refetchInterval: ({ state }) =>
      state.data?.rows.some((row) => row.some(isPending)) ? pollMilliseconds : false,
  })

/**
 * The score of a report. `refreshKey` is the state of the report, so that the end of a run fetches the score
 * again.
 */
export const scoreQuery = (report_id: number, refreshKey: string) =>
  queryOptions({
    queryKey: ['report', report_id, 'score', refreshKey],
    queryFn: async ({ signal }) => (await call('readReportScore', { params: { report_id }, signal })).score,
  })

export const datasetsQuery = (find: string | undefined) =>
  queryOptions(
    queryOf(['datasets', 'list', find], 'listDatasets', {
      query: {
        ...(find !== undefined && { name: find }),
        per_page: 100,
        sort_by: 'updated_at',
        sort_order: 'desc',
      },
    }),
  )

/** Whether rows are still added to the dataset: its version is 0 until then. */
export const isFilling = ({ version_number, error_message }: Dataset): boolean =>
  version_number === 0 && error_message === null

/**
 * A dataset to which rows are added in the background: a version that will be published, or a draft until it
 * has this many rows.
 */
export interface PendingDataset {
  readonly dataset: number
  readonly rows: number | null
}

const lacksRows = (dataset: Dataset, pending: PendingDataset): boolean =>
  dataset.id === pending.dataset &&
  dataset.error_message === null &&
  (pending.rows === null ? dataset.version_number < 1 : dataset.row_count < pending.rows)

export const groupQuery = (dataset_group_id: number, pending: PendingDataset | null) =>
  queryOptions({
    ...queryOf(['dataset', dataset_group_id, 'versions'], 'listDatasets', {
      query: { dataset_group_id, per_page: 100, sort_by: 'updated_at', sort_order: 'desc' },
    }),
    placeholderData: undefined,
    refetchInterval: ({ state }) =>
      state.data?.datasets.some(
        (dataset) => isFilling(dataset) || (pending !== null && lacksRows(dataset, pending)),
      )
        ? pollMilliseconds
        : false,
  })

export const datasetRowsQuery = (dataset: Dataset, page: number, find: string) =>
  queryOptions(
    queryOf(
      ['dataset', dataset.dataset_group_id, 'rows', dataset.id, dataset.row_count, page, find],
      'listDatasetRows',
      {
        params: { dataset_id: dataset.id },
        query: { page, per_page: perPage, ...(find !== '' && { q: find }) },
      },
    ),
  )

/** The versions in the order of a menu: the draft and versions being filled, then the latest version first. */
export const inVersionOrder = (versions: readonly Dataset[]): readonly Dataset[] => {
  const order = ({ version_number: number }: Dataset) => (number > 0 ? number : Number.POSITIVE_INFINITY)
  return versions.toSorted((a, b) => (order(a) === order(b) ? b.id - a.id : order(b) - order(a)))
}

/** The published version with the highest number. The order of ids is another one: a draft may be older than a version. */
export const latestOf = (versions: readonly Dataset[]): Dataset | undefined =>
  inVersionOrder(versions).find(({ version_number }) => version_number > 0)

export const versionName = ({ version_number, error_message }: Dataset): string => {
  if (version_number === -1) return 'Draft'
  if (version_number > 0) return `v${version_number}`
  return error_message === null ? 'Adding rows' : 'Failed'
}
