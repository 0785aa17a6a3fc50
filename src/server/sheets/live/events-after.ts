import type { OperationProgressEvent, ScoreProgressEvent } from '../../../contract/index.ts'
import type { RunProgress, SheetPorts } from '../ports.ts'
import { maxStoredChanges } from '../storage/change-queries.ts'
import type { ChangedCells, SheetState } from './sheet-state.ts'

export type SheetEvent =
  | { event: 'reload'; data: { version: number; row_count: number } }
  | { event: 'cells'; data: { version: number } & ChangedCells }
  | {
      event: 'structure'
      data: {
        version: number
        parts: ('columns' | 'rows' | 'versions' | 'scores' | 'sheet')[]
        row_count: number
      }
    }
  | { event: 'operation'; data: OperationProgressEvent }
  | { event: 'score'; data: ScoreProgressEvent }

export interface EventsRead {
  readonly events: readonly SheetEvent[]
  /** The version up to which the events are complete. */
  readonly upTo: number
  /** True if there are more changes to send at once. */
  readonly isBehind: boolean
}

/** The progress events that one listener has received. */
export class SentProgress {
  readonly runs: RunProgress
  readonly #calculations = new Map<ScoreProgressEvent['source'], string>()

  constructor({ runs }: SheetPorts) {
    this.runs = runs.progress()
  }

  /** Returns the calculations that differ from the listener's last events; all at first. */
  calculations(states: readonly ScoreProgressEvent[]): readonly ScoreProgressEvent[] {
    return states.filter((state) => {
      const text = JSON.stringify(state)
      if (this.#calculations.get(state.source) === text) return false
      this.#calculations.set(state.source, text)
      return true
    })
  }
}

/** The events of a sheet after a version, and the progress of its runs and calculations. */
export async function eventsAfter(
  state: SheetState,
  after: number,
  progress: SentProgress,
  now: number,
): Promise<EventsRead> {
  const { version_count, row_count } = state.sheet
  const progressEvents = async (began: Iterable<string>): Promise<SheetEvent[]> => [
    ...(await progress.runs.changes(state.runs, began, now)).map((data) => ({
      event: 'operation' as const,
      data,
    })),
    ...progress.calculations(state.calculations).map((data) => ({ event: 'score' as const, data })),
  ]
  if (after === version_count) return { events: await progressEvents([]), upTo: after, isBehind: false }
  const reload = { event: 'reload' as const, data: { version: version_count, row_count } }
  if (after > version_count || after < version_count - maxStoredChanges)
    return { events: [reload, ...(await progressEvents([]))], upTo: version_count, isBehind: false }
  const { version, parts, cells, runs } = await state.changesAfter(after)
  const events: SheetEvent[] = []
  if (parts.size > 0) events.push({ event: 'structure', data: { version, parts: [...parts], row_count } })
  if (cells) events.push({ event: 'cells', data: { version, ...cells } })
  return {
    events: [...events, ...(await progressEvents(runs))],
    upTo: version,
    isBehind: version < version_count,
  }
}
