import { type Fields, fieldsOf } from '../../../json/fields.ts'
import type { ContentBlock } from '../../blueprint/index.ts'
import { imageType, outputMediaBlock } from '../common/block.ts'
import { field, pickPresent, text, without } from '../common/json.ts'
import { completionTemplate } from '../common/template.ts'
import type { Dialect } from '../dialect.ts'
import { promptContent } from './text-completion.ts'

const IMAGE_FIELDS = ['size', 'quality', 'background', 'output_format']

/** OpenAI images, and OpenRouter's images and videos: a prompt answered with media. */
export const openaiImages: Dialect = {
  input(kwargs) {
    return {
      template: completionTemplate(promptContent(field(kwargs, 'prompt') ?? field(kwargs, 'input'))),
      parameters: without(kwargs, ['prompt', 'input']),
    }
  },

  output(response) {
    const data = field(response, 'data')
    if (!Array.isArray(data)) return null
    return completionTemplate(data.flatMap((image) => picture(fieldsOf(image), response)))
  },
}

function picture(image: Fields, response: Fields): ContentBlock[] {
  const encoded = field(image, 'b64_json')
  const url = text(encoded) || text(field(image, 'url'))
  if (url === '') return []
  const extra = { ...pickPresent(response, IMAGE_FIELDS), ...pickPresent(image, ['revised_prompt']) }
  return [outputMediaBlock(url, imageType(field(response, 'output_format')), extra)]
}
