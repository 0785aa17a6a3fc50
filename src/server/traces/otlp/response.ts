import { PbfWriter } from 'pbf'

export interface PartialSuccess {
  readonly rejected: number
  readonly errorMessage: string
}

/**
 * ExportTraceServiceResponse and ExportLogsServiceResponse of opentelemetry.proto.collector have the same
 * fields.
 */
export function responseMessage(partial: PartialSuccess | null): Uint8Array {
  const writer = new PbfWriter()
  if (partial)
    writer.writeMessage(
      1,
      ({ rejected, errorMessage }: PartialSuccess, message) => {
        message.writeVarintField(1, rejected)
        message.writeStringField(2, errorMessage)
      },
      partial,
    )
  return writer.finish()
}
