import { maxNeighbouringCalls, type NeighbouringCalls } from '../../../engine/schedule/index.ts'
import type { Limiter } from './limiter.ts'
import type { PoolCall } from './pool-call.ts'

/** Recently started calls of a pool, except those that the provider always refuses. */
export class NeighbouringCallsOfPool {
  /** The newest is last. */
  readonly #calls = new Set<PoolCall>()
  #answeredStartedAt: number | null = null

  begin(call: PoolCall): void {
    if (call.refusals.proven > 0) return
    this.#calls.delete(call)
    this.#calls.add(call)
    const [first] = this.#calls
    if (this.#calls.size > maxNeighbouringCalls) this.#calls.delete(first!)
  }

  answered(startedAt: number): void {
    this.#answeredStartedAt = Math.max(startedAt, this.#answeredStartedAt ?? startedAt)
  }

  exclude(call: PoolCall): void {
    this.#calls.delete(call)
  }

  figures({ passingElsewhere }: Limiter): NeighbouringCalls {
    const refused = [...this.#calls].filter(({ isRefused }) => isRefused).length
    const calls = this.#calls.size + Math.min(maxNeighbouringCalls, passingElsewhere)
    return { calls, refused, answeredStartedAt: this.#answeredStartedAt }
  }
}
