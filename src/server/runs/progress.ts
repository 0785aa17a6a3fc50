import type { SheetOperationRow } from '../db/index.ts'
import { isUnderWay } from '../sheets/storage/under-way.ts'
import { messageOf } from './present-operation.ts'

/** The latest so many milliseconds make the rate. */
const window = 5_000

interface Sample {
  readonly at: number
  readonly done: number
}

interface Told {
  readonly text: string
  readonly samples: readonly Sample[]
}

const doneOf = ({ completed, failed, released }: SheetOperationRow) => completed + failed + released

/** What a listener was told of the operations under way. */
export class Progress {
  readonly #told = new Map<string, Told>()

  /** Operations that were under way when they were last told. */
  get open(): readonly string[] {
    return [...this.#told.keys()]
  }

  /** What there is to tell of an operation; null when it is as it was. */
  tell(operation: SheetOperationRow, now: number) {
    const { id, status, cell_count, completed, failed, calls, cost, unpriced_calls } = operation
    const before = this.#told.get(id)
    const samples = [...(before?.samples ?? []), { at: now, done: doneOf(operation) }].filter(
      ({ at }, index, all) => at >= now - window || index === all.length - 2,
    )
    const pending = Math.max(0, cell_count - doneOf(operation))
    const isOpen = isUnderWay(operation)
    const text = JSON.stringify([status, completed, failed, pending, calls, cost, unpriced_calls])
    if (isOpen) this.#told.set(id, { text, samples })
    else this.#told.delete(id)
    if (before?.text === text) return null
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

  /** An operation that is not there any more. */
  forget(id: string): void {
    this.#told.delete(id)
  }
}

function rateOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0]!, samples.at(-1)!]
  return last.at > first.at ? ((last.done - first.done) * 1000) / (last.at - first.at) : null
}
