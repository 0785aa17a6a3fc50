import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ScoreProgressEvent } from '../../contract/index.ts'
import { call } from '../api/index.ts'
import { toast, toastProblem } from '../design/index.ts'
import { type Row, RowStore, rowsPerPage } from './grid/row-store.ts'
import { promptVersionsKey } from './prompt-versions.ts'
import {
  columnsQuery,
  isUnderWay,
  operationsQuery,
  type SheetParams,
  sheetKey,
  sheetQuery,
} from './queries.ts'
import type { RowQuery } from './row-query.ts'
import { type ChangedCell, type RunProgress, useLive } from './use-live.ts'
import { useRowView } from './use-row-view.ts'

/** Minimum time between two fetches of the rows in view, while cells change. */
const refreshMilliseconds = 400
/** Minimum time between two fetches of scores, which read every row. */
const scoreMilliseconds = 2_000

/** Queries that the end of a calculation changes. */
const calculationParts = ['score', 'scorecard', 'statistics', 'score-history'] as const
/** Queries that sum up the cells of all rows. */
const scoreParts = [...calculationParts, 'distributions'] as const

/**
 * The sheet on screen: its columns, its rows by pages, and its runs. `versionCount` is that of the sheet
 * before its data is read.
 */
export function useSheet(params: SheetParams, versionCount: number, rowQuery: RowQuery | undefined) {
  const { table_id, sheet_id } = params
  const client = useQueryClient()
  const sheet = useQuery(sheetQuery(params))
  const columns = useQuery(columnsQuery(params))
  const [runProgress, setRunProgress] = useState<readonly RunProgress[]>([])
  const [scoring, setScoring] = useState<readonly ScoreProgressEvent[]>([])
  const store = useMemo(
    () =>
      new RowStore(
        async (start_row_index) => {
          const rows: Row[] = []
          // If rows are large, a page has fewer rows than its limit.
          for (let from: object = { start_row_index }; ; ) {
            const { data, next_cursor } = await call('listRows', {
              params: { table_id, sheet_id },
              query: {
                ...from,
                limit: rowsPerPage - rows.length,
                include_row_count: false,
                include_columns: false,
              },
            })
            rows.push(...data)
            if (next_cursor === null || rows.length >= rowsPerPage) return rows
            from = { cursor: next_cursor }
          }
        },
        (error) => toastProblem(`These rows cannot be loaded: ${error.message}`),
      ),
    [table_id, sheet_id],
  )
  const view = useRowView(params, rowQuery)
  /** Refetches all data after a change. The old data is shown until the answers arrive. */
  const refresh = () => {
    store.refresh()
    void client.invalidateQueries({ queryKey: promptVersionsKey(params) })
    return client.invalidateQueries({ queryKey: sheetKey(params) })
  }
  const invalidate = (...parts: readonly string[]) => {
    for (const part of parts) void client.invalidateQueries({ queryKey: [...sheetKey(params), part] })
  }
  const rows = useThrottled(refreshMilliseconds, () => {
    store.refresh()
    view?.store?.refresh()
    invalidate('operations', 'forecast')
  })
  const scores = useThrottled(scoreMilliseconds, () => {
    invalidate(...scoreParts)
    void client.invalidateQueries({ queryKey: promptVersionsKey(params) })
  })
  const refreshSoon = () => {
    rows()
    scores()
  }
  /** Ids of runs that were stopped in this tab; the stop shows a message of its own. */
  const stopped = useRef(new Set<string>())
  const calculations = useRef(new Map<string, string>())
  /** Whether the calculation differs from the last one of its source; stores it. */
  const isNewState = ({ source, calculation_id, status }: ScoreProgressEvent): boolean => {
    const state = `${calculation_id} ${status}`
    const isNew = calculations.current.get(source) !== state
    calculations.current.set(source, state)
    return isNew
  }
  const live = useLive(params, versionCount, {
    onReady: (all) => {
      // A calculation may have ended after the scores were read and before the stream began.
      if (all.filter(isNewState).length > 0) invalidate(...calculationParts)
      setScoring(all.filter(({ status }) => isUnderWay(status)))
    },
    onScore: (next) => {
      if (isNewState(next)) invalidate(...calculationParts)
      setScoring((others) => [
        ...others.filter(({ source }) => source !== next.source),
        ...(isUnderWay(next.status) ? [next] : []),
      ])
    },
    onCells: (cells, isMore) => {
      for (const cell of cells) showCell(store, cell)
      if (isMore || cells.some(({ status }) => !isMoving(status))) refreshSoon()
    },
    onStructure: () => void refresh(),
    onOperation: (next) => {
      setRunProgress((before) => {
        const others = before.filter(({ operation_id }) => operation_id !== next.operation_id)
        return isUnderWay(next.status) ? [...others, next] : others
      })
      refreshSoon()
      if (isUnderWay(next.status)) return
      // Other rows may match the conditions now.
      invalidate('row-query')
      if (next.message !== null && !stopped.current.has(next.operation_id)) toast(next.message)
    },
    onReload: () => void refresh(),
  })
  const operations = useQuery(operationsQuery(params, live === 'live'))
  const isRunning = (operations.data?.pending_count ?? 0) > 0
  const progress = JSON.stringify(operations.data?.status_counts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: progress is not read: without live updates, changed counts mean changed cells.
  useEffect(() => {
    if (live === 'live') return
    store.refresh()
    void client.invalidateQueries({ queryKey: [...sheetKey({ table_id, sheet_id }), 'score'] })
  }, [progress, store])
  return {
    sheet,
    columns,
    operations,
    store,
    view,
    isRunning,
    live,
    runProgress,
    scoring,
    refresh,
    stopped: stopped.current,
  }
}

export type ShownSheet = ReturnType<typeof useSheet>

const isMoving = (status: ChangedCell['status']) =>
  status === 'QUEUED' || status === 'DISPATCHED' || status === 'RUNNING'

/** Shows a cell that the stream sent. Metrics and long values follow with the page of rows. */
function showCell(store: RowStore, cell: ChangedCell): void {
  const { row_index, column_id, status, error, error_message, value, display_value, is_cut } = cell
  const content = { error, error_message, ...(!is_cut && { value, display_value }) }
  store.updateCell(row_index, column_id, { status, ...(!isMoving(status) && content) })
}

/** Throttles `act`: it runs at once, at most once per interval, and once more after the last call. */
function useThrottled(milliseconds: number, act: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isPending = useRef(false)
  const current = useRef(act)
  current.current = act
  useEffect(() => () => clearTimeout(timer.current), [])
  const actNow = () => {
    isPending.current = false
    current.current()
    timer.current = setTimeout(() => {
      timer.current = undefined
      if (isPending.current) actNow()
    }, milliseconds)
  }
  return () => {
    if (timer.current === undefined) actNow()
    else isPending.current = true
  }
}
