import type { Expression, Range, Test } from '../../../engine/search/index.ts'
import { facetText } from '../../../engine/search/index.ts'
import { type EntryKind, kindNumber } from '../facet-entries.ts'

/** A place of the facet index from which all that a search can find is reached. */
export interface Posting {
  readonly kind: number
  readonly key: string
  readonly values: readonly string[]
}

/** The tests that every request found must pass. */
export function necessary(expression: Expression): readonly Test[] {
  switch (expression.type) {
    case 'all':
      return expression.of.flatMap(necessary)
    case 'any':
      return expression.of.length === 1 ? necessary(expression.of[0]!) : []
    case 'not':
      return []
    default:
      return [expression]
  }
}

export const postingsOf = (tests: readonly Test[]): Posting[] =>
  tests.flatMap((test) => {
    if (test.type === 'facet') return [posting(test.kind, test.key, test.in)]
    if (test.type === 'value') return [posting(test.field, '', test.in.map(facetText))]
    if (test.type === 'number_in' && test.field === 'prompt_id')
      return [posting('prompt_id', '', test.in.map(String))]
    const isPrompt = test.type === 'number' && test.field === 'prompt_id' && test.range.from === test.range.to
    return isPrompt ? [posting('prompt_id', '', [String(test.range.from)])] : []
  })

const posting = (kind: EntryKind, key: string, values: readonly string[]): Posting => ({
  kind: kindNumber(kind),
  key,
  values: [...new Set(values)],
})

/** The times of start that all tests allow. */
export const timeRangesOf = (tests: readonly Test[]): Range[] =>
  tests.flatMap((test) => (test.type === 'number' && test.field === 'request_start_time' ? [test.range] : []))

/** Whether the facet index alone can tell: then no request is fetched to know if it is found. */
export function isOfIndex(expression: Expression): boolean {
  switch (expression.type) {
    case 'all':
    case 'any':
      return expression.of.every(isOfIndex)
    case 'not':
      return isOfIndex(expression.of)
    case 'number':
      return expression.field === 'request_start_time'
    default:
      return expression.type === 'facet'
  }
}

/** Whether texts are read one by one along the way. */
export function readsTexts(expression: Expression): boolean {
  switch (expression.type) {
    case 'all':
    case 'any':
      return expression.of.some(readsTexts)
    case 'not':
      return readsTexts(expression.of)
    default:
      return expression.type === 'text'
  }
}

export const isEverything = (expression: Expression): boolean =>
  expression.type === 'all' && expression.of.length === 0

/** What is left to ask of requests that come from a posting. */
export function besidePosting(expression: Expression, { kind, key, values }: Posting): Expression {
  if (expression.type === 'all')
    return { type: 'all', of: expression.of.map((each) => besidePosting(each, { kind, key, values })) }
  const isSame =
    expression.type === 'facet' &&
    kindNumber(expression.kind) === kind &&
    expression.key === key &&
    expression.in.length === values.length &&
    expression.in.every((value) => values.includes(value))
  return isSame ? everything : expression
}

const everything: Expression = { type: 'all', of: [] }
