import { isFields } from '../json/fields.ts'
import { field, listOf } from '../template/provider-reading/common/json.ts'

/** Vectors of an answer in the order of the texts; null unless there is one for each text. */
export function vectorsOf(response: unknown, count: number): number[][] | null {
  const data = listOf(field(response, 'data')).filter(isFields)
  const ordered = data.every((item) => typeof item['index'] === 'number')
    ? data.toSorted((a, b) => Number(a['index']) - Number(b['index']))
    : data
  const vectors = ordered.map((item) => listOf(item['embedding']))
  const isWhole = vectors.every((vector) => vector.length > 0 && vector.every(Number.isFinite))
  return isWhole && vectors.length === count ? (vectors as number[][]) : null
}

/** The answer without its vectors, for the log: thousands of numbers are of no use there. */
export function withoutVectors(response: unknown): unknown {
  if (!isFields(response)) return response
  const data = listOf(response['data']).map((item) => (isFields(item) ? { ...item, embedding: [] } : item))
  return { ...response, data }
}
