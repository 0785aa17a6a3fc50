import type { SearchContent } from '../../../src/engine/search/content.ts'
import type {
  Expression,
  NumberField,
  Range,
  Test,
  TextPosition,
} from '../../../src/engine/search/expression.ts'
import { facetNumber, requestPart } from '../../../src/engine/search/facets.ts'
import type { SearchQuery } from '../../../src/engine/search/query.ts'
import { hasWords } from '../../../src/engine/search/search-words.ts'
import { fold } from '../../../src/engine/search/words.ts'

/** A request in memory. A search in each database must return the same requests as over these records. */
export interface SearchRecord extends SearchContent {
  readonly numbers: Readonly<Record<NumberField, number | null>>
  readonly engine: string
  readonly provider_type: string
  readonly status: string
  readonly source: string
  readonly error_type: string | null
  readonly prompt_label: string | null
  readonly scores: readonly { readonly name: string; readonly score: number }[]
  /** Scores of other kinds than the request's own. */
  readonly given?: readonly { readonly name: string; readonly value: number | boolean | string }[]
}

/** The records that match a search, in its order. */
export function searchInMemory(records: readonly SearchRecord[], query: SearchQuery): SearchRecord[] {
  const direction = query.descending ? -1 : 1
  return records
    .filter((record) => matches(record, query))
    .sort((a, b) => direction * (compare(a, b, query) || a.numbers.pl_id! - b.numbers.pl_id!))
}

/** Whether a record matches a search. */
export function matches(record: SearchRecord, { filter, words }: SearchQuery): boolean {
  return holds(record, filter) && hasWords(record, words)
}

function holds(record: SearchRecord, expression: Expression): boolean {
  switch (expression.type) {
    case 'all':
      return expression.of.every((part) => holds(record, part))
    case 'any':
      return expression.of.some((part) => holds(record, part))
    case 'not':
      return !holds(record, expression.of)
    default:
      return passes(record, expression)
  }
}

/**
 * The scores of a record as numbers: yes is 1, no is 0, and a category has no number. If the request itself
 * has a score of a name, only that one counts.
 */
function allScores({ scores, given = [] }: SearchRecord): { name: string; score: number | null }[] {
  const others = given.filter(({ name }) => scores.every((own) => own.name !== name))
  return [
    ...scores,
    ...others.map(({ name, value }) => ({ name, score: typeof value === 'string' ? null : Number(value) })),
  ]
}

/** The text of a score: a category, yes or no; null for a number. */
const valueText = (value: number | boolean | string): string | null => {
  if (typeof value === 'number') return null
  return typeof value === 'string' ? value : value ? 'yes' : 'no'
}

function passes(record: SearchRecord, test: Test): boolean {
  switch (test.type) {
    case 'number':
      return isWithin(record.numbers[test.field], test.range)
    case 'number_in': {
      const number = record.numbers[test.field]
      return number !== null && test.in.includes(number)
    }
    case 'present':
      return record.numbers[test.field] !== null
    case 'value':
      return test.in.includes(record[test.field])
    case 'shape':
      return record.shape === test.is
    case 'optional': {
      const value = record[test.field]
      return value !== null && test.in.includes(value)
    }
    case 'score':
      return allScores(record).some(
        ({ name, score }) =>
          (test.name === null || name === test.name) && (test.range === null || isWithin(score, test.range)),
      )
    case 'score_text':
      return (record.given ?? []).some(
        ({ name, value }) => name === test.name && test.in.includes(valueText(value) ?? ''),
      )
    case 'score_words':
      return (record.given ?? []).some(
        ({ name, value }) =>
          (test.name === null || name === test.name) &&
          typeof value === 'string' &&
          fold(value).includes(fold(test.text)),
      )
    case 'text':
      return isAt(test.field === 'input_text' ? record.inputText : record.outputText, test.at, test.text)
    case 'facet':
      return record.facets.some(
        ({ kind, key, value }) => kind === test.kind && key === test.key && test.in.includes(value),
      )
    case 'facet_key':
      return record.facets.some(({ kind, key }) => kind === test.kind && test.in.includes(key))
    case 'facet_text':
      return record.facets.some(
        ({ kind, key, value }) =>
          kind === test.kind && key === test.key && fold(requestPart(value)).includes(test.text),
      )
    case 'facet_number':
      return record.facets.some(
        ({ kind, key, value }) =>
          kind === test.kind && key === test.key && isWithin(facetNumber(value), test.range),
      )
    case 'facet_any':
      return record.facets.some(
        ({ kind, key, value }) =>
          kind === test.kind && (test.key === null || (key === test.key && value !== '')),
      )
  }
}

function isWithin(number: number | null, { from, to, includesFrom, includesTo }: Range): boolean {
  if (number === null) return false
  if (from !== null && (includesFrom ? number < from : number <= from)) return false
  return to === null || (includesTo ? number <= to : number < to)
}

function isAt(text: string, position: TextPosition, needle: string): boolean {
  if (position === 'start') return text.startsWith(needle)
  return position === 'end' ? text.endsWith(needle) : text.includes(needle)
}

function compare(a: SearchRecord, b: SearchRecord, { sortBy, sortScore }: SearchQuery): number {
  if (sortScore) return sortNumber(a, sortScore.name) - sortNumber(b, sortScore.name)
  if (sortBy === 'status') return a.status < b.status ? -1 : Number(a.status > b.status)
  return a.numbers[sortBy as 'cost']! - b.numbers[sortBy as 'cost']!
}

/** The number by which a record is ordered: the mean over the sources of a score. */
function sortNumber(record: SearchRecord, scoreName: string): number {
  const numbers = allScores(record).flatMap(({ name, score }) =>
    name === scoreName && score !== null ? [score] : [],
  )
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
