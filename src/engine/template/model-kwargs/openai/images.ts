import { textsOf } from '../common/plain-text.ts'
import { turnsOf } from '../common/turn.ts'
import { assembled, type WireForm } from '../common/wire-form.ts'

/**
 * `openai.images.generate`: one prompt text and the parameters as they are (size, quality, and
 * here response_format is `url` or `b64_json`). A chat template, which the product does not offer
 * for images, gives the texts of its messages as paragraphs. Source: reference 4.3 and 4.9.
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
  call: (template, model) => assembled(model, openAiImages.messages(template), model.parameters),
}
