import { PbfWriter } from 'pbf'

export interface PartialSuccess {
  readonly rejectedSpans: number
  readonly errorMessage: string
}

/** opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse */
export function responseMessage(partial: PartialSuccess | null): Uint8Array {
  const writer = new PbfWriter()
  if (partial)
    writer.writeMessage(
      1,
      ({ rejectedSpans, errorMessage }: PartialSuccess, message) => {
        message.writeVarintField(1, rejectedSpans)
        message.writeStringField(2, errorMessage)
      },
      partial,
    )
  return writer.finish()
}
