import { z } from 'zod'
import type { Json } from '../../json/json.ts'
import { PatternError } from '../../patterns/pattern-error.ts'
import { compileRegex, type Match } from '../../patterns/regex/index.ts'
import { readMatches, stepForUnsearchable } from '../backtracking.ts'
import { columnName, orNull, pattern, wholeNumber } from '../config/fields.ts'
import { configReader, renameField } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed, failedWith } from '../failures.ts'
import { fromSource } from '../references.ts'
import { value } from '../steps.ts'
import { toText } from '../values/coercions.ts'

const schema = z
  .looseObject({
    source: columnName,
    regex_pattern: pattern('a pattern', compileRegex),
    group: orNull(wholeNumber(0, 1_000)),
  })
  .superRefine((config, context) => {
    if (config.group == null || config.group <= capturesOf(config.regex_pattern)) return
    context.addIssue({ code: 'custom', path: ['group'], message: 'is not a group of the pattern.' })
  })

/**
 * Number of groups of a pattern; infinite for a pattern that does not compile, because that error is reported
 * already.
 */
function capturesOf(patternText: string): number {
  try {
    return compileRegex(patternText).captures
  } catch (error) {
    if (error instanceof PatternError) return Number.POSITIVE_INFINITY
    throw error
  }
}

/** All matches of a pattern, in the form of Python's `findall`; `group` selects one group. */
export const regexExtraction = defineColumn<z.output<typeof schema>>({
  type: 'REGEX_EXTRACTION',
  cost: 'none',
  score: () => 'none',
  config: configReader(schema, renameField('pattern', 'regex_pattern')),
  dependsOn: (config) => [fromSource('source', config.source)],
  evaluator(config) {
    const compiled = compileRegex(config.regex_pattern)
    const shape = shapeOf(config.group ?? null, compiled.captures)
    return {
      prepare({ values }) {
        const input = values[0] ?? null
        if (input === null) return value([])
        const text = toText(input)
        const matches = compiled.findAll(text)
        return typeof matches === 'string'
          ? stepForUnsearchable(matches, compiled, text, true)
          : value(matches.map(shape))
      },
      complete(_inputs, _state, answer) {
        if (!answer.ok) return failedWith(answer.failure)
        const matches = readMatches(answer)
        if (matches === undefined) return failed('bad_answer', 'The sandbox did not give a list of matches.')
        return value(matches.map(shape))
      },
    }
  },
})

/** A group outside the match is empty text, as in Python. */
function shapeOf(group: number | null, captures: number): (match: Match) => Json {
  if (group !== null) return (match) => match[group] ?? ''
  if (captures <= 1) return (match) => match[captures] ?? ''
  return (match) => match.slice(1).map((part) => part ?? '')
}
