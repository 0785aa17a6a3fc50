import type {
  ImageGenCompletedEvent,
  ImageGenPartialImageEvent,
  ImagesResponse,
} from 'openai/resources/images'
import { eventPart, events, json } from '../../call.ts'
import { pixel } from '../../pixel.ts'
import { usageOf } from '../../question.ts'
import type { Wire } from '../provider.ts'

const created = 1_795_168_800
const settings = { background: 'opaque', output_format: 'png', quality: 'low', size: '1024x1024' } as const

export const images: Wire = {
  name: 'images',
  path: /\/images\/generations$/,
  question: ({ body }) => ({
    model: body?.model ?? '',
    text: String(body?.prompt ?? ''),
    isToolResult: false,
    tools: [],
    schema: null,
    choices: 1,
    thinks: false,
    wantsImage: true,
  }),
  answer(question, reply) {
    const { body } = question.call
    const images = reply.images ?? [pixel]
    const counted = usageOf(question, reply)
    const usage = counted && {
      input_tokens: counted.input,
      output_tokens: counted.output,
      total_tokens: counted.input + counted.output,
      input_tokens_details: { image_tokens: 0, text_tokens: counted.input },
    }
    if (!body.stream) {
      const data = Array.from({ length: body.n ?? 1 }, (_, index) => ({
        b64_json: images[index % images.length]!,
      }))
      return json({ created, data, ...(usage && { usage }), ...settings } satisfies ImagesResponse)
    }
    const partials = Array.from({ length: body.partial_images ?? 0 }, (_, index) => ({
      type: 'image_generation.partial_image' as const,
      b64_json: images[0]!,
      created_at: created,
      partial_image_index: index,
      ...settings,
    })) satisfies ImageGenPartialImageEvent[]
    const completed = {
      type: 'image_generation.completed' as const,
      b64_json: images[0]!,
      created_at: created,
      ...(usage && { usage }),
      ...settings,
    } satisfies Omit<ImageGenCompletedEvent, 'usage'>
    return events([...partials, completed].map((data) => ({ event: data.type, data })))
  },
  errorPart: (message) =>
    eventPart({
      event: 'error',
      data: {
        type: 'error',
        error: { type: 'image_generation_server_error', code: null, message, param: null },
      },
    }),
}
