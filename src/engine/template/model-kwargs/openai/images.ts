import { textsOf } from '../common/plain-text.ts'
import { turnsOf } from '../common/turn.ts'
import { assembleKwargs, type WireForm } from '../common/wire-form.ts'

/**
 * `openai.images.generate`: a prompt text and unchanged parameters (size, quality; here response_format is `url` or
 * `b64_json`). The texts of a chat template are joined as paragraphs.
 * Source: reference 4.3 and 4.9.
 */
export const openAiImages: WireForm = {
  messages: (template) => ({
    prompt:
      template.type === 'completion'
        ? textsOf(template.content).join('')
        : turnsOf(template)
            .flatMap((turn) => textsOf(turn.content))
            .join('\n\n'),
  }),
  call: (template, model) => assembleKwargs(model, openAiImages.messages(template), model.parameters),
}
