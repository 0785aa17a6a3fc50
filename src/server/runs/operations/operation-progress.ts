import type { OperationProgressEvent } from '../../../contract/index.ts'
import type { SheetOperationRow } from '../../db/index.ts'
import type { RunProgress, RunStates } from '../../sheets/index.ts'
import { isUnderWay } from '../../sheets/storage/index.ts'
import { messageOf } from './present-operation.ts'

/** Milliseconds over which the rate is measured. */
const window = 5_000

interface Sample {
  readonly at: number
  readonly done: number
}

interface SentEvent {
  readonly text: string
  readonly samples: readonly Sample[]
}

const doneOf = ({ completed, failed, released }: SheetOperationRow) => completed + failed + released

/** The active operations, as the last event to one listener showed them. */
export class OperationProgress implements RunProgress {
  readonly #sent = new Map<string, SentEvent>()

  async changes(
    states: RunStates,
    startedIds: Iterable<string>,
    now: number,
  ): Promise<readonly OperationProgressEvent[]> {
    const inactiveIds = new Set([...this.#sent.keys(), ...startedIds])
    const changes = states.active.map((operation) => {
      inactiveIds.delete(operation.id)
      return this.#change(operation, now)
    })
    for (const id of inactiveIds) {
      const operation = await states.find(id)
      if (operation) changes.push(this.#change(operation, now))
      else this.#sent.delete(id)
    }
    return changes.filter((change) => change !== null)
  }

  /** The event for an operation; null if nothing has changed since the last one. */
  #change(operation: SheetOperationRow, now: number): OperationProgressEvent | null {
    const { id, status, cell_count, completed, failed, calls, cost, unpriced_calls } = operation
    const lastSent = this.#sent.get(id)
    const samples = [...(lastSent?.samples ?? []), { at: now, done: doneOf(operation) }].filter(
      ({ at }, index, all) => at >= now - window || index === all.length - 2,
    )
    const pending = Math.max(0, cell_count - doneOf(operation))
    const isOpen = isUnderWay(operation)
    const text = JSON.stringify([status, completed, failed, pending, calls, cost, unpriced_calls])
    if (isOpen) this.#sent.set(id, { text, samples })
    else this.#sent.delete(id)
    if (lastSent?.text === text) return null
    const rate = rateOf(samples)
    return {
      operation_id: id,
      status,
      cell_count,
      completed_count: completed,
      failed_count: failed,
      pending_count: isOpen ? pending : 0,
      rate,
      seconds_left: isOpen && rate ? pending / rate : null,
      call_count: calls,
      cost,
      unpriced_call_count: unpriced_calls,
      message: messageOf(operation),
    }
  }
}

function rateOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0]!, samples.at(-1)!]
  return last.at > first.at ? ((last.done - first.done) * 1000) / (last.at - first.at) : null
}
