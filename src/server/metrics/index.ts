/** Serves `/metrics` in the Prometheus text format. `series.ts` lists all series. */

export { serveMetrics } from './serve-metrics.ts'
