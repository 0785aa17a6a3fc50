import type { OtlpMetrics } from '../../../contract/index.ts'
import { Refusal } from '../../../engine/refusal.ts'
import { messagesIn } from './messages-in.ts'
import { malformed } from './wire-reader.ts'

/** Fields of opentelemetry.proto.metrics.v1.Metric that hold data points: gauge, sum, histograms, summary. */
const kinds = [5, 7, 9, 10, 11] as const

/** Counts the data points of an opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest. */
export function pointsInProtobuf(bytes: Uint8Array): number {
  let points = 0
  try {
    for (const resource of messagesIn(bytes, 1))
      for (const scope of messagesIn(resource, 2))
        for (const metric of messagesIn(scope, 2))
          for (const kind of kinds)
            for (const data of messagesIn(metric, kind)) points += messagesIn(data, 1).length
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw malformed()
  }
  return points
}

/** As `pointsInProtobuf`, for the request as JSON, which the contract has checked. */
export function pointsInJson({ resourceMetrics }: OtlpMetrics): number {
  let points = 0
  for (const { scopeMetrics } of resourceMetrics ?? [])
    for (const { metrics } of scopeMetrics ?? [])
      for (const { gauge, sum, histogram, exponentialHistogram, summary } of metrics ?? [])
        for (const data of [gauge, sum, histogram, exponentialHistogram, summary])
          points += data?.dataPoints?.length ?? 0
  return points
}
