/** `/metrics` in the Prometheus text format. `series.ts` lists every series. */

export { serveMetrics } from './serve-metrics.ts'
