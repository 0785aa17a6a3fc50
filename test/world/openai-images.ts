import type { ImageGenCompletedEvent, ImagesResponse } from 'openai/resources/images'
import type { Answer, Call } from './wire.ts'

/** One transparent pixel. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const created = 1_795_168_800
const usage = {
  input_tokens: 13,
  output_tokens: 272,
  total_tokens: 285,
  input_tokens_details: { image_tokens: 0, text_tokens: 13 },
}
const look = { background: 'opaque', output_format: 'png', quality: 'low', size: '1024x1024' } as const

export function imagesAnswer({ body }: Call): Answer {
  if (!body.stream)
    return {
      json: { created, data: [{ b64_json: pixel }], usage, ...look } satisfies ImagesResponse,
    }
  const completed = {
    type: 'image_generation.completed',
    b64_json: pixel,
    created_at: created,
    usage,
    ...look,
  } satisfies ImageGenCompletedEvent
  return { events: [{ event: completed.type, data: completed }] }
}
