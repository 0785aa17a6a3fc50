import type { OtlpLogs } from '../../../contract/index.ts'
import { attributesOf, valueIn } from './json-request.ts'
import { ReceivedLogs } from './received-logs.ts'

/** Reads an opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest in JSON, which the contract has checked. */
export function readJsonLogs(request: OtlpLogs): ReceivedLogs {
  const received = new ReceivedLogs()
  for (const { resource, scopeLogs } of request.resourceLogs ?? [])
    for (const { logRecords } of scopeLogs ?? [])
      for (const record of logRecords ?? [])
        received.addLog(() => ({
          // Codex sends 0 if it has no time.
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
