import { Refusal } from '../../../engine/refusal.ts'
import { readResourceMessage, readScopeMessage, readSpanMessage } from './protobuf-span.ts'
import { ReceivedSpans } from './received-items.ts'
import { malformed, WireReader } from './wire-reader.ts'

/** opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest */
export function readProtobuf(bytes: Uint8Array): ReceivedSpans {
  try {
    return readRequest(bytes)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw malformed()
  }
}

function readRequest(bytes: Uint8Array): ReceivedSpans {
  const received = new ReceivedSpans()
  const reader = new WireReader(bytes)
  while (reader.next())
    if (reader.field === 1) readResourceSpans(reader.bytes(), received)
    else reader.skip()
  return received
}

/** Reads scopes last, because the resource may follow them. */
function readResourceSpans(bytes: Uint8Array, received: ReceivedSpans) {
  const reader = new WireReader(bytes)
  const scopes: Uint8Array[] = []
  let resource = readResourceMessage(new Uint8Array())
  let schemaUrl = ''
  while (reader.next())
    if (reader.field === 1) resource = readResourceMessage(reader.bytes())
    else if (reader.field === 2) scopes.push(reader.bytes())
    else if (reader.field === 3) schemaUrl = reader.text()
    else reader.skip()
  for (const scope of scopes) readScopeSpans(scope, { resource, schemaUrl }, received)
}

function readScopeSpans(
  bytes: Uint8Array,
  resource: Pick<Parameters<typeof readSpanMessage>[1], 'resource' | 'schemaUrl'>,
  received: ReceivedSpans,
) {
  const reader = new WireReader(bytes)
  const spans: Uint8Array[] = []
  let scope = { name: '', version: '' }
  while (reader.next())
    if (reader.field === 1) scope = readScopeMessage(reader.bytes())
    else if (reader.field === 2) spans.push(reader.bytes())
    else reader.skip()
  for (const span of spans) received.add(() => readSpanMessage(span, { ...resource, scope }))
}
