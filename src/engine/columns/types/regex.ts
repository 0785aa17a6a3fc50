import { z } from 'zod'
import { compileRegex } from '../../patterns/regex/index.ts'
import { stepForUnsearchable } from '../backtracking.ts'
import { columnName, orNull, pattern, toggle } from '../config/fields.ts'
import { configReader, renameField } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed, failedWith } from '../failures.ts'
import { fromSource } from '../references.ts'
import { value } from '../steps.ts'
import { isBlank, toText } from '../values/coercions.ts'

const schema = z.looseObject({
  source: columnName,
  regex_pattern: pattern('a pattern', compileRegex),
  /** Not in PromptLayer. True if nothing matches; a missing or blank value gives false. */
  negate: orNull(toggle),
})

/** Whether a pattern in Python's dialect matches anywhere in a text. */
export const regex = defineColumn<z.output<typeof schema>>({
  type: 'REGEX',
  cost: 'none',
  score: () => 'boolean',
  config: configReader(schema, renameField('pattern', 'regex_pattern')),
  dependsOn: (config) => [fromSource('source', config.source)],
  evaluator(config) {
    const compiled = compileRegex(config.regex_pattern)
    const valueIfMatching = config.negate !== true
    return {
      prepare({ values }) {
        const input = values[0] ?? null
        if (input === null) return value(false)
        if (!valueIfMatching && isBlank(input)) return value(false)
        const text = toText(input)
        const matches = compiled.search(text)
        if (typeof matches === 'string') return stepForUnsearchable(matches, compiled, text, false)
        return value(matches === valueIfMatching)
      },
      complete(_inputs, _state, answer) {
        if (!answer.ok) return failedWith(answer.failure)
        if (typeof answer.value === 'boolean') return value(answer.value === valueIfMatching)
        return failed('bad_answer', 'The sandbox did not say whether the pattern matches.')
      },
    }
  },
})
