import { Refusal } from '../../../engine/refusal.ts'
import { readResourceMessage, readScopeMessage, readSpanMessage } from './protobuf-span.ts'
import { ReceivedSpans } from './received-items.ts'
import { malformed, WireReader } from './wire-reader.ts'

/** Reads an opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest. */
export function readProtobuf(bytes: Uint8Array): ReceivedSpans {
  try {
    return readRequest(new WireReader(bytes))
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw malformed()
  }
}

function readRequest(reader: WireReader): ReceivedSpans {
  const received = new ReceivedSpans()
  while (reader.next())
    if (reader.field === 1) readResourceSpans(reader.message(), received)
    else reader.skip()
  return received
}

/** Reads the scopes last, because the resource may come after them. */
function readResourceSpans(reader: WireReader, received: ReceivedSpans) {
  const scopes: WireReader[] = []
  let resource = readResourceMessage(new WireReader(new Uint8Array()))
  let schemaUrl = ''
  while (reader.next())
    if (reader.field === 1) resource = readResourceMessage(reader.message())
    else if (reader.field === 2) scopes.push(reader.message())
    else if (reader.field === 3) schemaUrl = reader.text()
    else reader.skip()
  for (const scope of scopes) readScopeSpans(scope, { resource, schemaUrl }, received)
}

function readScopeSpans(
  reader: WireReader,
  resource: Pick<Parameters<typeof readSpanMessage>[1], 'resource' | 'schemaUrl'>,
  received: ReceivedSpans,
) {
  const spans: WireReader[] = []
  let scope = { name: '', version: '' }
  while (reader.next())
    if (reader.field === 1) scope = readScopeMessage(reader.message())
    else if (reader.field === 2) spans.push(reader.message())
    else reader.skip()
  for (const span of spans) received.add(() => readSpanMessage(span, { ...resource, scope }))
}
