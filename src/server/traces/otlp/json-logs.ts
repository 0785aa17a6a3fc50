import { MalformedItem, type OtlpLogRecord, type OtlpLogs } from '../../../contract/index.ts'
import { Refusal } from '../../../engine/refusal.ts'
import { attributesOf, valueIn } from './json-request.ts'
import { type LogParts, ReceivedLogs } from './received-logs.ts'

/** Reads an opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest in JSON, which the contract has checked. */
export function readJsonLogs(request: OtlpLogs): ReceivedLogs {
  const received = new ReceivedLogs()
  for (const { resource, scopeLogs } of request.resourceLogs ?? [])
    for (const { logRecords } of scopeLogs ?? [])
      for (const record of logRecords ?? [])
        received.addLog(() => ({ ...readRecord(record), resource: attributesOf(resource?.attributes) }))
  return received
}

function readRecord(record: OtlpLogRecord | MalformedItem): Omit<LogParts, 'resource'> {
  if (record instanceof MalformedItem) throw new Refusal('invalid', `the log record ${record.reason}`)
  return {
    // Codex sends 0 if it has no time.
    time: BigInt(record.timeUnixNano ?? 0) || BigInt(record.observedTimeUnixNano ?? 0),
    eventName: record.eventName ?? '',
    traceId: record.traceId?.toLowerCase() ?? '',
    spanId: record.spanId?.toLowerCase() ?? '',
    body: valueIn(record.body, 0),
    attributes: attributesOf(record.attributes),
  }
}
