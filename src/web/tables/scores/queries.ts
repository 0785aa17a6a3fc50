import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/index.ts'
import { type SheetParams, sheetKey } from '../sheet/queries.ts'
import { isUnderWay } from '../under-way.ts'

const pollMilliseconds = 1_000

/** Asked again and again while it is calculated. */
export const scorecardQuery = (params: SheetParams) =>
  queryOptions({
    queryKey: [...sheetKey(params), 'scorecard'],
    queryFn: ({ signal }) => call('readScorecard', { params, signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.scorecard?.status) ? pollMilliseconds : false),
  })

export const statisticsQuery = (params: SheetParams) =>
  queryOptions({
    queryKey: [...sheetKey(params), 'statistics'],
    queryFn: ({ signal }) => call('readScoreStatistics', { params, signal }),
  })

export const scoreHistoryQuery = (params: SheetParams) =>
  queryOptions({
    queryKey: [...sheetKey(params), 'score-history'],
    queryFn: ({ signal }) => call('readScoreHistory', { params, query: { max_points: 200 }, signal }),
  })
