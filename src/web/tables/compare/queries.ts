import { infiniteQueryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/index.ts'
import { type SheetParams, sheetKey } from '../../sheets/queries.ts'
import type { Side } from './sides.ts'

export type Compared = Answer<'compareOutputs'>
export type ComparedRow = Compared['rows'][number]
export type Change = ComparedRow['changes'][number]
export type Better = Compared['better']

export interface ComparisonRequest {
  readonly sides: readonly Side[]
  readonly focus: number
  readonly key: string | undefined
  readonly label: string | undefined
  readonly better: Better | undefined
  readonly change: Change | undefined
  readonly sort: 'row' | 'regression'
}

const pageSize = 50

export const comparisonQuery = (params: SheetParams, request: ComparisonRequest) =>
  infiniteQueryOptions({
    queryKey: [...sheetKey(params), 'outputs compared', request],
    queryFn: ({ signal, pageParam }) =>
      call('compareOutputs', {
        params,
        body: { ...bodyOf(request), offset: pageParam, limit: pageSize },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total_rows }, pages) =>
      pages.length * pageSize < total_rows ? pages.length * pageSize : null,
    retry: false,
  })

function bodyOf({ sides, focus, key, label, better, change, sort }: ComparisonRequest) {
  return {
    sides: sides.map(({ sheet, version, column, judge }) => ({
      column,
      ...(sheet !== undefined && { sheet_id: sheet }),
      ...(version !== undefined && { version_id: version }),
      ...(judge !== undefined && { judged_by: judge }),
    })),
    focus,
    sort,
    ...(key !== undefined && { key_column: key }),
    ...(label !== undefined && { label_column: label }),
    ...(better !== undefined && { better }),
    ...(change !== undefined && { change }),
  }
}
