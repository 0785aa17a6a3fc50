import type { OtlpLogs } from '../../../contract/index.ts'
import { attributesOf, valueIn } from './json-request.ts'
import { TakenLogs } from './taken-logs.ts'

/** opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest as JSON, already checked by the contract. */
export function readJsonLogs(request: OtlpLogs): TakenLogs {
  const taken = new TakenLogs()
  for (const { scopeLogs } of request.resourceLogs ?? [])
    for (const { logRecords } of scopeLogs ?? [])
      for (const record of logRecords ?? [])
        taken.takeLog(() => ({
          time: BigInt(record.timeUnixNano || record.observedTimeUnixNano || 0),
          eventName: record.eventName ?? '',
          traceId: record.traceId?.toLowerCase() ?? '',
          spanId: record.spanId?.toLowerCase() ?? '',
          body: valueIn(record.body, 0),
          attributes: attributesOf(record.attributes),
        }))
  return taken
}
