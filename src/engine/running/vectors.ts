import { isFields } from '../json/fields.ts'
import { field, listOf } from '../template/provider-reading/common/json.ts'

/** The vectors of an answer in the order of the texts; null when there is not one for each. */
export function vectorsOf(response: unknown, count: number): number[][] | null {
  const data = listOf(field(response, 'data')).filter(isFields)
  const ordered = data.every((one) => typeof one['index'] === 'number')
    ? data.toSorted((a, b) => Number(a['index']) - Number(b['index']))
    : data
  const vectors = ordered.map((one) => listOf(one['embedding']))
  const isWhole = vectors.every((vector) => vector.length > 0 && vector.every(Number.isFinite))
  return isWhole && vectors.length === count ? (vectors as number[][]) : null
}

/** The answer without its vectors: thousands of numbers that no reader of a log looks at. */
export function withoutVectors(response: unknown): unknown {
  if (!isFields(response)) return response
  const data = listOf(response['data']).map((one) => (isFields(one) ? { ...one, embedding: [] } : one))
  return { ...response, data }
}
