import { Refusal } from '../../../engine/refusal.ts'

/** Parses a filter group, which is JSON in a query string. */
export function readFilterText(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid', 'must be a filter group as JSON text', { loc: ['query', 'filter_group'] })
  }
}
