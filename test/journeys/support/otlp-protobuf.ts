import { PbfReader, PbfWriter } from 'pbf'

const message = (write: (writer: PbfWriter) => void): Uint8Array => {
  const writer = new PbfWriter()
  write(writer)
  return writer.finish()
}

const bytesOf = (hex: string): Uint8Array => Buffer.from(hex, 'hex')

export const protobufSpan = (traceId: string, spanId: string, name = 'a step'): Uint8Array =>
  message((span) => {
    span.writeBytesField(1, bytesOf(traceId))
    span.writeBytesField(2, bytesOf(spanId))
    span.writeStringField(5, name)
    span.writeFixed64Field(7, 1_795_168_800)
    span.writeFixed64Field(8, 1_795_168_801)
  })

/** opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest */
export const protobufRequest = (...spans: readonly Uint8Array[]): Uint8Array => {
  const scope = message((writer) => {
    for (const span of spans) writer.writeBytesField(2, span)
  })
  const resource = message((writer) => writer.writeBytesField(2, scope))
  return message((writer) => writer.writeBytesField(1, resource))
}

/** The google.rpc.Status with the message of a refusal. */
export function statusIn(bytes: Uint8Array): { code: number; message: string } {
  const status = { code: 0, message: '' }
  const reader = new PbfReader(bytes)
  while (reader.pos < reader.length) {
    const tag = reader.readVarint()
    if (tag >> 3 === 1) status.code = reader.readVarint()
    else if (tag >> 3 === 2) status.message = reader.readString()
    else reader.skip(tag)
  }
  return status
}

/** The part of an ExportTraceServiceResponse about rejected spans; null if there are none. */
export function partialSuccessIn(bytes: Uint8Array): { rejectedSpans: number; errorMessage: string } | null {
  const reader = new PbfReader(bytes)
  if (reader.length === 0) return null
  if (reader.readVarint() >> 3 !== 1) throw new Error('no partial success')
  const { code, message } = statusIn(reader.readBytes())
  return { rejectedSpans: code, errorMessage: message }
}
