import { monitorEventLoopDelay } from 'node:perf_hooks'
import { endpoints } from '../../contract/index.ts'
import { durationBuckets } from './series.ts'
import type { Sample } from './text.ts'

interface Route {
  readonly method: string
  readonly route: string
  /** Counts by class of status; the first is 1xx. */
  readonly statuses: number[]
  /** Counts that are not cumulative. The last one is for durations above all bounds. */
  readonly buckets: number[]
  seconds: number
}

/** Counts answered calls, and measures the delay of the event loop. */
export class Metrics {
  readonly #routes = new Map<string, Route>()
  readonly #delay = monitorEventLoopDelay({ resolution: 20 })
  #tooMany = 0
  #refusedSignIns = 0

  constructor() {
    this.#delay.enable()
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${route}`
    let counts = this.#routes.get(key)
    if (!counts) {
      counts = { method, route, statuses: [0, 0, 0, 0, 0], buckets: [0, 0, 0, 0, 0, 0], seconds: 0 }
      this.#routes.set(key, counts)
    }
    counts.statuses[Math.floor(status / 100) - 1]! += 1
    const bucket = durationBuckets.findIndex((bound) => seconds <= bound)
    counts.buckets[bucket === -1 ? durationBuckets.length : bucket]! += 1
    counts.seconds += seconds
    if (status === 429) this.#tooMany++
    if (route === endpoints.signIn.path && method === 'POST' && status >= 400) this.#refusedSignIns++
  }

  tooMany = (): Sample[] => [{ value: this.#tooMany }]

  signInFailures = (): Sample[] => [{ value: this.#refusedSignIns }]

  requests = (): Sample[] =>
    [...this.#routes.values()].flatMap(({ method, route, statuses }) =>
      statuses.flatMap((value, index) =>
        value > 0 ? [{ labels: { method, route, status: `${index + 1}xx` }, value }] : [],
      ),
    )

  durations = (): Sample[] =>
    [...this.#routes.values()].flatMap(({ method, route, buckets, seconds }) => {
      let count = 0
      const samples = buckets.map((bucketCount, index): Sample => {
        count += bucketCount
        return {
          suffix: '_bucket',
          labels: { method, route, le: String(durationBuckets[index] ?? '+Inf') },
          value: count,
        }
      })
      const labels = { method, route }
      return [
        ...samples,
        { suffix: '_sum', labels, value: seconds },
        { suffix: '_count', labels, value: count },
      ]
    })

  /** The 99th percentile of the delay since the last call of this method, in seconds. */
  eventLoopDelayP99(): Sample[] {
    const seconds = this.#delay.count > 0 ? this.#delay.percentile(99) / 1e9 : 0
    this.#delay.reset()
    return [{ value: seconds }]
  }

  stop(): void {
    this.#delay.disable()
  }
}
