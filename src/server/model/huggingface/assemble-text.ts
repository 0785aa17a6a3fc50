import { field, listOf, text, valueAt } from '../../../engine/template/provider-reading/common/json.ts'
import type { Assembly } from '../assembly.ts'

/** Collects a generated text from tokens, or from chunks of a text completion. */
export function assembleText(): Assembly {
  let words = ''
  let reason: unknown = null
  return {
    add(event) {
      const choice = listOf(field(event, 'choices'))[0]
      const piece = text(field(choice, 'text') ?? valueAt(event, 'token', 'text'))
      reason = field(choice, 'finish_reason') ?? valueAt(event, 'details', 'finish_reason') ?? reason
      words += piece
      return piece
    },
    isComplete: () => typeof reason === 'string',
    response: () => ({ generated_text: words, details: { finish_reason: reason } }),
  }
}
