import type { Expression, Range, Test } from '../../../engine/search/index.ts'
import { facetText } from '../../../engine/search/index.ts'
import { type EntryKind, kindNumber } from '../facet-entries.ts'

/** A list of a facet index: of requests or of traces. */
export interface Posting {
  readonly kind: number
  readonly key: string
  readonly values: readonly string[]
}

/** Returns the tests that every match must pass. */
export function requiredTests(expression: Expression): readonly Test[] {
  switch (expression.type) {
    case 'all':
      return expression.of.flatMap(requiredTests)
    case 'any':
      return expression.of.length === 1 ? requiredTests(expression.of[0]!) : []
    case 'not':
      return []
    default:
      return [expression]
  }
}

export const postingsOf = (tests: readonly Test[]): Posting[] =>
  tests.flatMap((test) => {
    if (test.type === 'facet') return [posting(test.kind, test.key, test.in)]
    if (test.type === 'value') return isPosted(test) ? [posting(test.field, '', test.in.map(facetText))] : []
    if (test.type === 'number_in' && test.field === 'prompt_id')
      return [posting('prompt_id', '', test.in.map(String))]
    const isPrompt = test.type === 'number' && test.field === 'prompt_id' && test.range.from === test.range.to
    return isPrompt ? [posting('prompt_id', '', [String(test.range.from)])] : []
  })

/** True if the index has these values. It lacks the source app, because most requests have it. */
const isPosted = ({ field, in: values }: Extract<Test, { type: 'value' }>): boolean =>
  field !== 'source' || !values.includes('app')

const posting = (kind: EntryKind, key: string, values: readonly string[]): Posting => ({
  kind: kindNumber(kind),
  key,
  values: [...new Set(values)],
})

/** The ranges of start times that the tests allow. */
export const timeRangesOf = (tests: readonly Test[]): Range[] =>
  tests.flatMap((test) => (test.type === 'number' && test.field === 'request_start_time' ? [test.range] : []))

/** True if the filter has a test of this sort at any depth. */
export function hasTest(expression: Expression, matches: (test: Test) => boolean): boolean {
  switch (expression.type) {
    case 'all':
    case 'any':
      return expression.of.some((part) => hasTest(part, matches))
    case 'not':
      return hasTest(expression.of, matches)
    default:
      return matches(expression)
  }
}

/** True if the facet index alone can decide, without reading requests. */
export const isIndexOnly = (filter: Expression): boolean =>
  !hasTest(
    filter,
    (test) => test.type !== 'facet' && !(test.type === 'number' && test.field === 'request_start_time'),
  )

/** True if the filter reads texts of each request. */
export const readsTexts = (filter: Expression): boolean => hasTest(filter, ({ type }) => type === 'text')

export const testsScores = (filter: Expression): boolean =>
  hasTest(filter, ({ type }) => type === 'score' || type === 'score_text' || type === 'score_words')

export const isEverything = (expression: Expression): boolean =>
  expression.type === 'all' && expression.of.length === 0

/** Returns the filter without the tests that a posting satisfies. */
export function withoutPosting(expression: Expression, { kind, key, values }: Posting): Expression {
  if (expression.type === 'all')
    return { type: 'all', of: expression.of.map((each) => withoutPosting(each, { kind, key, values })) }
  const isPosting =
    expression.type === 'facet' &&
    kindNumber(expression.kind) === kind &&
    expression.key === key &&
    expression.in.length === values.length &&
    expression.in.every((value) => values.includes(value))
  return isPosting ? everything : expression
}

/** Returns the filter without one of its required tests. */
export function withoutTest(expression: Expression, test: Test): Expression {
  if (expression === test) return everything
  return expression.type === 'all'
    ? { type: 'all', of: expression.of.map((part) => withoutTest(part, test)) }
    : expression
}

const everything: Expression = { type: 'all', of: [] }
