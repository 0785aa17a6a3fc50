import { type Fields, isFields } from '../../../engine/json/fields.ts'
import { field, pickPresent } from '../../../engine/template/provider-reading/common/json.ts'
import type { Assembly } from '../assembly.ts'

/** Collects events of streamed images. Partial images are passed on and not stored. */
export function assembleImages(): Assembly {
  const completed: Fields[] = []
  return {
    add(event) {
      if (isFields(event) && event['type'] === 'image_generation.completed') completed.push(event)
      return ''
    },
    isComplete: () => completed.length > 0,
    response() {
      const last = completed.at(-1)
      if (!last) return null
      return {
        created: field(last, 'created_at') ?? null,
        ...pickPresent(last, ['background', 'output_format', 'quality', 'size', 'usage']),
        data: completed.map((event) => ({ b64_json: event['b64_json'] })),
      }
    },
  }
}
