import { type Graph, sourceProblem } from '../graph/index.ts'
import type { CellStatus } from '../states/index.ts'

/**
 * Whether a queued cell can run.
 * - ready: every input has a value.
 * - waiting: an input is being computed; ask again when it is done.
 * - failed: an input has failed and every other is final: the cell fails without a run; `cause` is the column, or null with a message.
 * - blocked: an input is stale and no run computes it, or a person has to answer; the cell is stale again, even beside a failed input.
 */
export type Readiness =
  | { readonly kind: 'ready' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly cause: string | null; readonly message: string }
  | { readonly kind: 'blocked'; readonly cause: string }

const READY: Readiness = { kind: 'ready' }
const WAITING: Readiness = { kind: 'waiting' }

/** `statusOf` is asked for computed and human columns, and for mirrors with the mirrored cell's status. */
export type ReadinessCheck = (statusOf: (column: string) => CellStatus) => Readiness

/** Made once for each column, asked for each row. */
export function readinessCheck(graph: Graph, id: string): ReadinessCheck {
  const broken = sourceProblem(graph, id)
  if (broken !== null) return () => ({ kind: 'failed', cause: null, message: broken })
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
    // A cell that failed beside a stale input would turn stale within the run that computes the input, and stay so.
    if (blocked) return blocked
    return isWaiting ? WAITING : (failed ?? READY)
  }
}
