import { BinaryAnswer, type Handler } from '../http/handler.ts'
import { pointsInJson, pointsInProtobuf } from './otlp/count-data-points.ts'
import { responseMessage } from './otlp/response.ts'

const errorMessage =
  'Galley stores no metrics. It sums tokens, costs and times of the spans and logs that it gets.'

/** Reads metrics of OTLP over HTTP and rejects them, so that an exporter of all signals gets a clear answer. */
export const exportMetrics: Handler<'exportMetrics'> = async (_context, call) => {
  const rejected = call.isBinary ? pointsInProtobuf(call.original) : pointsInJson(call.body)
  if (call.isBinary)
    return new BinaryAnswer(responseMessage(rejected > 0 ? { rejected, errorMessage } : null))
  return rejected > 0 ? { partialSuccess: { rejectedDataPoints: rejected, errorMessage } } : {}
}
