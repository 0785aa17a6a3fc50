import { type Graph, sourceProblem } from '../graph/index.ts'
import type { CellStatus } from '../states/index.ts'

/**
 * Whether a queued cell can run.
 * - ready: every input has a value.
 * - waiting: an input is being computed; check again when it is done.
 * - failed: an input failed and all others are final. The cell fails without a run; `cause` is the column, or null with
 *   a message.
 * - blocked: an input is stale and not being computed, or needs a person. The cell becomes stale again, even beside a
 *   failed input.
 */
export type Readiness =
  | { readonly kind: 'ready' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly cause: string | null; readonly message: string }
  | { readonly kind: 'blocked'; readonly cause: string }

const READY: Readiness = { kind: 'ready' }
const WAITING: Readiness = { kind: 'waiting' }

/** `statusOf` is called for computed and human columns, and for mirrors with the status of the mirrored cell. */
export type ReadinessCheck = (statusOf: (column: string) => CellStatus) => Readiness

/** Prepared once for a column, called for each row. */
export function readinessCheck(graph: Graph, id: string): ReadinessCheck {
  const problem = sourceProblem(graph, id)
  if (problem !== null) return () => ({ kind: 'failed', cause: null, message: problem })
  const acceptsFailed = graph.find(id)?.acceptsFailed === true
  const inputs = graph.inputs(id).filter((input) => graph.find(input)!.kind !== 'input')
  return (statusOf) => {
    let failed: Readiness | null = null
    let blocked: Readiness | null = null
    let isWaiting = false
    for (const input of inputs) {
      const { state } = statusOf(input)
      if (state === 'COMPLETED' || (state === 'FAILED' && acceptsFailed)) continue
      if (state === 'FAILED')
        failed ??= {
          kind: 'failed',
          cause: input,
          message: `Column "${graph.find(input)!.title}" failed in this row`,
        }
      else if (state === 'STALE') blocked = { kind: 'blocked', cause: input }
      else isWaiting = true
    }
    // Failing beside a stale input would leave the cell stale after the run that computes the input.
    if (blocked) return blocked
    return isWaiting ? WAITING : (failed ?? READY)
  }
}
