import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkspaceId } from '../../http/caller.ts'
import type { ModelSlots } from '../../model/index.ts'
import { Turns } from './turns.ts'

/** Calls of a run that wait for a slot, or are about to: more would only be in the way of those that have one. */
const few = 160
/** Milliseconds after which the next batch begins all the same: its calls may be of another pool, or none. */
const patience = 100
/** Milliseconds between two looks. */
const look = 5

interface Line {
  readonly turns: Turns
  /** Batches that wait here or are being begun. */
  batches: number
  /** Rows that are being begun. */
  rows: number
}

/**
 * Batches of a run that wait for somebody begin one after another, as slots are there for their calls. All at once, a
 * thousand calls were prepared in the first second, while the first answers waited to be read and their slots stood empty.
 */
export class Openings {
  readonly #slots: Pick<ModelSlots, 'waiting'>
  readonly #clock: () => number
  readonly #lines = new Map<string, Line>()

  /** The clock counts milliseconds and never goes back. */
  constructor(slots: Pick<ModelSlots, 'waiting'>, clock: () => number = () => performance.now()) {
    this.#slots = slots
    this.#clock = clock
  }

  /** Waits until so many rows may be begun; to be told when they have been. */
  async next(workspace: WorkspaceId, run: string, rows: number, signal: AbortSignal): Promise<() => void> {
    const key = `${workspace} ${run}`
    const line = this.#lines.get(key) ?? { turns: new Turns(1), batches: 0, rows: 0 }
    this.#lines.set(key, line)
    line.batches++
    let opened = 0
    let hasLeft = false
    const leave = () => {
      if (hasLeft) return
      hasLeft = true
      line.rows -= opened
      if (--line.batches === 0) this.#lines.delete(key)
    }
    try {
      await line.turns.take(signal, async () => {
        const latest = this.#clock() + patience
        while (line.rows + this.#slots.waiting(workspace, run) >= few && this.#clock() < latest)
          await sleep(look, undefined, { signal })
        opened = rows
        line.rows += rows
      })
      return leave
    } catch (error) {
      leave()
      throw error
    }
  }
}
