import { type Fields, isFields } from '../../../engine/json/fields.ts'
import { count, listOf, text } from '../../../engine/template/provider-reading/common/json.ts'
import type { Assembly } from '../assembly.ts'

/** Collects the chunks of a text completion. */
export function assembleText(): Assembly {
  const choices = new Map<number, { text: string; finish: unknown }>()
  let last: Fields = {}
  let usage: unknown
  return {
    add(chunk) {
      if (!isFields(chunk)) return ''
      last = chunk
      usage = chunk['usage'] ?? usage
      let added = ''
      for (const part of listOf(chunk['choices']).filter(isFields)) {
        const index = count(part['index'])
        const choice = choices.get(index) ?? { text: '', finish: null }
        choices.set(index, choice)
        choice.text += text(part['text'])
        choice.finish = part['finish_reason'] ?? choice.finish
        if (index === 0) added += text(part['text'])
      }
      return added
    },
    isComplete: () => choices.size > 0 && [...choices.values()].every(({ finish }) => finish !== null),
    response() {
      if (choices.size === 0) return null
      const sortedChoices = [...choices].sort(([a], [b]) => a - b)
      return {
        ...last,
        choices: sortedChoices.map(([index, choice]) => ({
          index,
          text: choice.text,
          logprobs: null,
          finish_reason: choice.finish,
        })),
        ...(usage !== undefined && { usage }),
      }
    },
  }
}
