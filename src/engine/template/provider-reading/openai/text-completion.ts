import { isFields } from '../../../json/fields.ts'
import type { ContentBlock } from '../../blueprint/index.ts'
import { textBlock, unreadBlock } from '../common/block.ts'
import { field, listOf, text, without } from '../common/json.ts'
import { completionTemplate } from '../common/template.ts'
import type { Dialect } from '../dialect.ts'
import { openaiMessage } from './message.ts'

/** A prompt: a text, a list of texts, or lists of token ids. */
export function promptContent(prompt: unknown): ContentBlock[] {
  if (prompt === null || prompt === undefined) return []
  if (typeof prompt === 'string') return [textBlock(prompt)]
  const texts = listOf(prompt)
  if (texts.length > 0 && texts.every((item) => typeof item === 'string')) return texts.map(textBlock)
  return [unreadBlock(prompt)]
}

const completionOf = (words: string) => completionTemplate(words === '' ? [] : [textBlock(words)])

/** Text completions of OpenAI and compatible APIs, of Anthropic, and of Hugging Face (`inputs`). */
export const textCompletion: Dialect = {
  input(kwargs) {
    return {
      template: completionTemplate(promptContent(field(kwargs, 'prompt') ?? field(kwargs, 'inputs'))),
      parameters: without(kwargs, ['prompt', 'inputs']),
    }
  },

  output(response) {
    const completion = field(response, 'completion')
    if (typeof completion === 'string') return completionOf(completion)
    const choices = field(response, 'choices')
    if (!Array.isArray(choices)) return null
    return completionTemplate(
      choices.flatMap((choice) => {
        const message = field(choice, 'message')
        if (isFields(message)) return openaiMessage(message).content ?? []
        const words = text(field(choice, 'text'))
        return words === '' ? [] : [textBlock(words)]
      }),
    )
  },
}

/** Embeddings: the input texts; vectors are not content. */
export const embedding: Dialect = {
  input(kwargs) {
    return {
      template: completionTemplate(promptContent(field(kwargs, 'input') ?? field(kwargs, 'texts'))),
      parameters: without(kwargs, ['input', 'texts']),
    }
  },

  output: () => completionTemplate([]),
}
