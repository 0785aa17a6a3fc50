import { isFields } from '../../../engine/json/fields.ts'
import { field, text } from '../../../engine/template/provider-reading/common/json.ts'
import { finishReasonOf } from '../../../engine/template/provider-reading/index.ts'
import type { ModelCall, ModelReply } from '../provider.ts'
import { openAiUsage } from './usage.ts'

/** The reply of a chat completion, as OpenAI's wire or an SDK spells it. */
export function chatReply(response: unknown, { model }: ModelCall): ModelReply {
  if (!isFields(response) || !Array.isArray(response['choices'])) throw new Error('it holds no choices.')
  return {
    response,
    usage: openAiUsage(response),
    finishReason: finishReasonOf(response),
    model: text(field(response, 'model')) || model,
  }
}
