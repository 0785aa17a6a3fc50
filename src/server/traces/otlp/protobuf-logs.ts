import { Refusal } from '../../../engine/refusal.ts'
import type { AttributeValue } from '../../../engine/traces/index.ts'
import { messagesIn } from './messages-in.ts'
import { readResourceMessage } from './protobuf-span.ts'
import { readAttributes, readValue } from './protobuf-value.ts'
import { type LogParts, ReceivedLogs } from './received-logs.ts'
import { malformed, WireReader } from './wire-reader.ts'

/** Reads an opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest. */
export function readProtobufLogs(bytes: Uint8Array): ReceivedLogs {
  const received = new ReceivedLogs()
  try {
    // The messages are nested: ResourceLogs, ScopeLogs, LogRecord. Attributes of a scope are not used.
    for (const logs of messagesIn(bytes, 1)) {
      const resource = readResourceMessage(new WireReader(messagesIn(logs, 1).at(-1) ?? new Uint8Array()))
      for (const scope of messagesIn(logs, 2))
        for (const record of messagesIn(scope, 2))
          received.addLog(() => ({ ...readRecord(record), resource }))
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw malformed()
  }
  return received
}

/** Reads an opentelemetry.proto.logs.v1.LogRecord. */
function readRecord(bytes: Uint8Array): Omit<LogParts, 'resource'> {
  const reader = new WireReader(bytes)
  const attributes: WireReader[] = []
  let [time, observed, eventName, traceId, spanId] = [0n, 0n, '', '', '']
  let body: AttributeValue = null
  while (reader.next())
    if (reader.field === 1) time = reader.fixed64()
    else if (reader.field === 5) body = readValue(reader.message(), 0)
    else if (reader.field === 6) attributes.push(reader.message())
    else if (reader.field === 9) traceId = reader.hex()
    else if (reader.field === 10) spanId = reader.hex()
    else if (reader.field === 11) observed = reader.fixed64()
    else if (reader.field === 12) eventName = reader.text()
    else reader.skip()
  return { time: time || observed, eventName, traceId, spanId, body, attributes: readAttributes(attributes) }
}
