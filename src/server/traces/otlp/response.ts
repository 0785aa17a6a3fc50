import { PbfWriter } from 'pbf'
import type { ReceivedItems } from './received-items.ts'

export interface PartialSuccess {
  readonly rejected: number
  readonly errorMessage: string
}

/** Describes rejected items; null if everything was stored. */
export const partialSuccessOf = ({
  rejected,
  firstReason,
}: Pick<ReceivedItems<unknown>, 'rejected' | 'firstReason'>): PartialSuccess | null =>
  rejected > 0 ? { rejected, errorMessage: `For example: ${firstReason}.` } : null

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
