import type { OtlpLogs } from '../../../contract/index.ts'
import { attributesOf, valueIn } from './json-request.ts'
import { ReceivedLogs } from './received-logs.ts'

/**
 * opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest as JSON, already checked by the contract.
 */
export function readJsonLogs(request: OtlpLogs): ReceivedLogs {
  const received = new ReceivedLogs()
  for (const { resource, scopeLogs } of request.resourceLogs ?? [])
    for (const { logRecords } of scopeLogs ?? [])
      for (const record of logRecords ?? [])
        received.addLog(() => ({
          // Codex sends 0 for no time.
          time: BigInt(record.timeUnixNano ?? 0) || BigInt(record.observedTimeUnixNano ?? 0),
          eventName: record.eventName ?? '',
          traceId: record.traceId?.toLowerCase() ?? '',
          spanId: record.spanId?.toLowerCase() ?? '',
          body: valueIn(record.body, 0),
          attributes: attributesOf(record.attributes),
          resource: attributesOf(resource?.attributes),
        }))
  return received
}
