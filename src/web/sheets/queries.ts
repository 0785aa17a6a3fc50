/** Queries of tables and sheets, without views, so that routes load none. */
import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '../api/index.ts'

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
    ...queryOf(['tables', 'one', table_id], 'readTable', { params: { table_id } }),
    placeholderData: undefined,
  })

export const sheetsQuery = (table_id: string) =>
  queryOptions({
    ...queryOf(['tables', 'sheets', table_id], 'listSheets', { params: { table_id }, query: { limit: 100 } }),
    placeholderData: undefined,
  })

export const sheetQuery = (params: SheetParams) =>
  queryOptions(queryOf([...sheetKey(params), 'itself'], 'readSheet', { params }))

export const columnsQuery = (params: SheetParams) =>
  queryOptions(queryOf([...sheetKey(params), 'columns'], 'listColumns', { params, query: { limit: 100 } }))

export const scoreQuery = (params: SheetParams) =>
  queryOptions(queryOf([...sheetKey(params), 'score'], 'readSheetScore', { params }))

export const distributionsQuery = (params: SheetParams) =>
  queryOptions(queryOf([...sheetKey(params), 'distributions'], 'readDistributions', { params }))

export const scoreHistoryQuery = (params: SheetParams) =>
  queryOptions(
    queryOf([...sheetKey(params), 'score-history'], 'readScoreHistory', {
      params,
      query: { max_points: 200 },
    }),
  )

const limitMilliseconds = 3_000

/** The limits of providers. They are polled while a run is under way, because no event announces them. */
export const modelLimitsQuery = (params: SheetParams) =>
  queryOptions({
    ...queryOf([...sheetKey(params), 'model-limits'], 'readModelLimits', { params }),
    refetchInterval: limitMilliseconds,
    placeholderData: undefined,
  })

/**
 * The operations under way. They are refetched when the event stream reports changes; without the stream they
 * are polled while a run is under way.
 */
export const operationsQuery = (params: SheetParams, isStreamed: boolean) =>
  queryOptions({
    ...queryOf([...sheetKey(params), 'operations'], 'listOperations', { params }),
    refetchInterval: ({ state }) =>
      !isStreamed && state.data && state.data.pending_count > 0 ? pollMilliseconds : false,
  })
