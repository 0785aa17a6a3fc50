import { useEffect, useRef, useState } from 'react'
import type { ScoreProgressEvent } from '../../contract/index.ts'
import { parseExact } from '../../engine/json/parse-exact.ts'
import { addressOfCall } from '../api/index.ts'
import type { Cell } from './grid/row-store.ts'
import type { SheetParams } from './queries.ts'

export type LiveState = 'live' | 'reconnecting' | 'paused'

export interface ChangedCell {
  readonly column_id: string
  readonly row_index: number
  readonly status: 'STALE' | 'QUEUED' | 'DISPATCHED' | 'RUNNING' | 'COMPLETED' | 'FAILED'
  readonly error: string | null
  readonly error_message: string | null
  /** The value of the cell; null if `is_cut`. */
  readonly value: Cell['value']
  /** The text of the cell; only its first 2,000 characters if `is_cut`. */
  readonly display_value: string | null
  readonly is_cut: boolean
}

/** The progress of one run. */
export interface RunProgress {
  readonly operation_id: string
  readonly status: string
  readonly cell_count: number
  readonly completed_count: number
  readonly failed_count: number
  readonly pending_count: number
  readonly rate: number | null
  readonly seconds_left: number | null
  readonly call_count: number
  readonly unpriced_call_count: number
  readonly cost: number
  readonly message: string | null
}

export interface LiveListener {
  readonly onCells: (cells: readonly ChangedCell[], isMore: boolean) => void
  readonly onStructure: (parts: readonly string[]) => void
  readonly onOperation: (progress: RunProgress) => void
  /** Called first on every connection. */
  readonly onReady: (calculations: readonly ScoreProgressEvent[]) => void
  readonly onScore: (progress: ScoreProgressEvent) => void
  /** Called if more changes were missed than the server can list. */
  readonly onReload: () => void
}

/** A hidden tab is disconnected after this time, because browsers limit the number of connections. */
const hiddenMilliseconds = 30_000
const retryMilliseconds = 2_000

/**
 * Follows the event stream of a sheet. After an interruption the server sends the missed events: the browser
 * sends the id of the last event, and a new connection has it in the address. The first connection sends
 * `versionCount`, which was read before all other data, so that no change is lost between a read and the stream.
 */
export function useLive(params: SheetParams, versionCount: number, listener: LiveListener): LiveState {
  const [state, setState] = useState<LiveState>('reconnecting')
  const current = useRef(listener)
  current.current = listener
  const { table_id, sheet_id } = params
  const first = useRef(versionCount)
  useEffect(() => {
    let source: EventSource | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = String(first.current)
    const connect = () => {
      source?.close()
      const query = { stream: true, after: Number(last) }
      const eventSource = new EventSource(
        addressOfCall('readSheetEvents', { params: { table_id, sheet_id }, query }),
      )
      source = eventSource
      const on = (name: string, act: (data: never) => void) =>
        eventSource.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
          if (lastEventId !== '') last = lastEventId
          act(parseExact(data) as never)
        })
      on('ready', ({ calculations }: { calculations: ScoreProgressEvent[] }) => {
        setState('live')
        current.current.onReady(calculations)
      })
      on('cells', ({ cells, ranges }: { cells: ChangedCell[]; ranges: unknown[] }) =>
        current.current.onCells(cells, ranges.length > 0),
      )
      on('structure', ({ parts }: { parts: string[] }) => current.current.onStructure(parts))
      on('operation', (progress: RunProgress) => current.current.onOperation(progress))
      on('score', (progress: ScoreProgressEvent) => current.current.onScore(progress))
      on('reload', () => current.current.onReload())
      eventSource.onerror = () => {
        setState('reconnecting')
        // A refusal closes the stream; after other errors the browser reconnects.
        if (eventSource.readyState !== EventSource.CLOSED) return
        clearTimeout(timer)
        timer = setTimeout(connect, retryMilliseconds)
      }
    }
    const pause = () => {
      source?.close()
      source = null
      setState('paused')
    }
    const checkVisibility = () => {
      clearTimeout(timer)
      if (document.hidden) timer = setTimeout(pause, hiddenMilliseconds)
      else if (source === null) {
        setState('reconnecting')
        connect()
      }
    }
    connect()
    document.addEventListener('visibilitychange', checkVisibility)
    return () => {
      document.removeEventListener('visibilitychange', checkVisibility)
      clearTimeout(timer)
      source?.close()
    }
  }, [table_id, sheet_id])
  return state
}
