import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/index.ts'
import { isUnderWay, type SheetParams, sheetKey } from '../../sheets/queries.ts'

const pollMilliseconds = 1_000

/** The scorecard of a sheet, polled while a calculation runs. */
export const scorecardQuery = (params: SheetParams) =>
  queryOptions({
    ...queryOf([...sheetKey(params), 'scorecard'], 'readScorecard', { params }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.scorecard?.status) ? pollMilliseconds : false),
  })

export const statisticsQuery = (params: SheetParams) =>
  queryOptions(queryOf([...sheetKey(params), 'statistics'], 'readScoreStatistics', { params }))

const sampledRows = 25

/** Rows whose values show which form the verdicts of a column have. */
export const firstRowsQuery = (params: SheetParams) =>
  queryOptions(
    queryOf([...sheetKey(params), 'first-rows'], 'listRows', {
      params,
      query: { start_row_index: 0, limit: sampledRows, include_row_count: false, include_columns: false },
    }),
  )
