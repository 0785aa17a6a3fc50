import { PbfWriter } from 'pbf'
import type { ReceivedItems } from './received-items.ts'

export interface PartialSuccess {
  readonly rejected: number
  readonly errorMessage: string
}

/** Describes rejected items, else a warning, which OTLP sends with 0 rejected items; null if everything was stored. */
export function partialSuccessOf({
  rejected,
  firstReason,
  firstWarning,
}: Pick<ReceivedItems<unknown>, 'rejected' | 'firstReason' | 'firstWarning'>): PartialSuccess | null {
  if (rejected > 0) return { rejected, errorMessage: `For example: ${firstReason}.` }
  return firstWarning === '' ? null : { rejected, errorMessage: `${firstWarning}.` }
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
