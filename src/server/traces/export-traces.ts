import { Refusal } from '../../engine/refusal.ts'
import { BinaryAnswer, type Handler } from '../http/handler.ts'
import { eachSpan } from './each-span.ts'
import { maskSpan } from './mask-span.ts'
import { readJson } from './otlp/json-request.ts'
import { readProtobuf } from './otlp/protobuf-request.ts'
import { responseMessage } from './otlp/response.ts'
import { type PreparedSpan, SpanPreparation } from './prepare-span.ts'
import { storeSpans } from './store-spans.ts'

/** OTLP over HTTP: spans in protobuf or JSON; the response uses the format of the call. */
export const exportTraces: Handler<'exportTraces'> = async (context, call) => {
  const { workspace } = call.caller
  const received = call.isBinary ? readProtobuf(call.original) : readJson(call.body)
  const preparation = new SpanPreparation(context, workspace)
  const prepared = await eachSpan(received.items, async (span): Promise<PreparedSpan[]> => {
    try {
      return [await preparation.prepare(await maskSpan(context, workspace, span), null)]
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'too_large') throw error
      received.reject(1, error.message)
      return []
    }
  })
  const closeAfter = call.query.close_after
  await storeSpans(context, workspace, prepared.flat(), { closeAfter, onClosed: 'refuse' })
  const { rejected, firstReason } = received
  const errorMessage = `For example: ${firstReason}.`
  if (call.isBinary)
    return new BinaryAnswer(responseMessage(rejected > 0 ? { rejected, errorMessage } : null))
  return rejected > 0 ? { partialSuccess: { rejectedSpans: rejected, errorMessage } } : {}
}
