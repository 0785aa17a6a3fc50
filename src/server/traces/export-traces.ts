import { BinaryAnswer, type Handler } from '../http/handler.ts'
import { readJson } from './otlp/json-request.ts'
import { readProtobuf } from './otlp/protobuf-request.ts'
import { partialSuccessOf, responseMessage } from './otlp/response.ts'
import { prepareSpans } from './prepare-spans.ts'
import { storeSpans } from './store-spans.ts'

/** Takes spans of OTLP over HTTP in protobuf or JSON. The response has the format of the call. */
export const exportTraces: Handler<'exportTraces'> = async (context, call) => {
  const { workspace } = call.caller
  const received = call.isBinary ? readProtobuf(call.original) : readJson(call.body)
  const prepared = await prepareSpans(context, workspace, received, received.items)
  const closeAfter = call.query.close_after
  await storeSpans(context, workspace, prepared, { closeAfter, onClosed: 'refuse', repeated: 'latest' })
  const partial = partialSuccessOf(received)
  if (call.isBinary) return new BinaryAnswer(responseMessage(partial))
  if (!partial) return {}
  return { partialSuccess: { rejectedSpans: partial.rejected, errorMessage: partial.errorMessage } }
}
