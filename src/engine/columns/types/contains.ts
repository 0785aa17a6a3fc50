import { z } from 'zod'
import type { Json } from '../../json/json.ts'
import { columnName, exactlyOne, orNull, text, toggle } from '../config/fields.ts'
import { configReader } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed, sourceLabel } from '../failures.ts'
import { fromSource } from '../references.ts'
import { value } from '../steps.ts'
import { isBlank, isEmpty, toText } from '../values/coercions.ts'

const schema = z
  .looseObject({
    source: columnName,
    value: orNull(text()),
    value_source: orNull(columnName),
    /** Not in PromptLayer. True if the text is absent; a blank source gives false. */
    negate: orNull(toggle),
  })
  .superRefine(exactlyOne('value', 'value_source'))

/** Whether a text contains another, ignoring case. */
export const contains = defineColumn<z.output<typeof schema>>({
  type: 'CONTAINS',
  cost: 'none',
  score: () => 'boolean',
  config: configReader(schema),
  dependsOn(config) {
    const haystack = fromSource('source', config.source)
    return config.value_source ? [haystack, fromSource('value_source', config.value_source)] : [haystack]
  },
  evaluator(config) {
    const fixed = config.value_source ? null : caseFolded(config.value ?? '')
    const valueIfFound = config.negate !== true
    return {
      prepare(inputs) {
        const needle = fixed ?? caseFolded(inputs.values[1] ?? null)
        if (needle === '')
          return failed('missing_value', `${sourceLabel(inputs, 1)} has no text to look for.`)
        const haystack = inputs.values[0] ?? null
        if (valueIfFound ? isEmpty(haystack) : isBlank(haystack)) return value(false)
        return value(caseFolded(haystack).includes(needle) === valueIfFound)
      },
    }
  },
})

const beyondAscii = /[^\0-\x7f]/

/**
 * Folds case as Python's casefold does: upper case expands ß and ﬁ, which lower case keeps. A dotless i
 * differs from a dotted one, and a final sigma equals a sigma.
 */
function caseFolded(text: Json): string {
  const lower = toText(text).toLowerCase()
  if (!beyondAscii.test(lower)) return lower
  const parts = lower.split('ı').map((part) => part.toUpperCase().toLowerCase())
  return parts.join('ı').replaceAll('ς', 'σ')
}
