/** Queries of tables and sheets, without views, so that routes load none. */
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/index.ts'

export interface SheetParams {
  readonly table_id: string
  readonly sheet_id: string
}

const pollMilliseconds = 1_000

/** All queries of a sheet are under this key, so one invalidation refetches all. */
export const sheetKey = ({ sheet_id }: SheetParams) => ['sheet', sheet_id] as const

/** True for the status of a run, a calculation or a score that has not ended. */
export const isUnderWay = (status: string | null | undefined): boolean =>
  status === 'queued' || status === 'running'

export const tableQuery = (table_id: string) =>
  queryOptions({
    queryKey: ['tables', 'one', table_id],
    queryFn: ({ signal }) => call('readTable', { params: { table_id }, signal }),
    placeholderData: undefined,
  })

export const sheetsQuery = (table_id: string) =>
  queryOptions({
    queryKey: ['tables', 'sheets', table_id],
    queryFn: ({ signal }) => call('listSheets', { params: { table_id }, query: { limit: 100 }, signal }),
    placeholderData: undefined,
  })

export const sheetQuery = (params: SheetParams) =>
  queryOptions({
    queryKey: [...sheetKey(params), 'itself'],
    queryFn: ({ signal }) => call('readSheet', { params, signal }),
  })

export const columnsQuery = (params: SheetParams) =>
  queryOptions({
    queryKey: [...sheetKey(params), 'columns'],
    queryFn: ({ signal }) => call('listColumns', { params, query: { limit: 100 }, signal }),
  })

export const scoreQuery = (params: SheetParams) =>
  queryOptions({
    queryKey: [...sheetKey(params), 'score'],
    queryFn: ({ signal }) => call('readSheetScore', { params, signal }),
  })

export const distributionsQuery = (params: SheetParams) =>
  queryOptions({
    queryKey: [...sheetKey(params), 'distributions'],
    queryFn: ({ signal }) => call('readDistributions', { params, signal }),
  })

export const scoreHistoryQuery = (params: SheetParams) =>
  queryOptions({
    queryKey: [...sheetKey(params), 'score-history'],
    queryFn: ({ signal }) => call('readScoreHistory', { params, query: { max_points: 200 }, signal }),
  })

const limitMilliseconds = 3_000

/** The limits of providers. They are polled while a run is under way, because no event announces them. */
export const modelLimitsQuery = (params: SheetParams) =>
  queryOptions({
    queryKey: [...sheetKey(params), 'model-limits'],
    queryFn: ({ signal }) => call('readModelLimits', { params, signal }),
    refetchInterval: limitMilliseconds,
    placeholderData: undefined,
  })

/**
 * The operations under way. They are refetched when the event stream reports changes; without the stream they
 * are polled while a run is under way.
 */
export const operationsQuery = (params: SheetParams, isStreamed: boolean) =>
  queryOptions({
    queryKey: [...sheetKey(params), 'operations'],
    queryFn: ({ signal }) => call('listOperations', { params, signal }),
    refetchInterval: ({ state }) =>
      !isStreamed && state.data && state.data.pending_count > 0 ? pollMilliseconds : false,
  })
