import { comparerOf, differenceBecause } from '../compare/comparers.ts'
import { type CompareConfig, compareSchema, comparisonSpelling } from '../compare/config.ts'
import { configReader, numberedSources } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { sourceLabel } from '../failures.ts'
import { fromSources } from '../references.ts'
import { value } from '../steps.ts'
import { isBlank } from '../values/coercions.ts'

/**
 * Whether two values are equal (or in order); with a similarity or a graded mode, how similar they are.
 * A missing value equals empty text; `negate` does not make it different.
 */
export const compare = defineColumn<CompareConfig>({
  type: 'COMPARE',
  cost: 'none',
  score: ({ comparison_type: type }) => (type.similarity || type.mode === 'score' ? 'number' : 'boolean'),
  config: configReader(compareSchema, numberedSources, comparisonSpelling),
  dependsOn: (config) => fromSources(config.sources),
  evaluator(config) {
    const comparer = comparerOf(config.comparison_type, config.negate !== true)
    const target = config.target === undefined ? null : { value: config.target, name: 'The target' }
    return {
      prepare(inputs) {
        if (config.negate === true && config.comparison_type.type !== 'NUMBER') {
          const missing = inputs.values.findIndex(isBlank)
          if (missing >= 0) return value(differenceBecause(`${sourceLabel(inputs, missing)} has no value.`))
        }
        const left = { value: inputs.values[0] ?? null, name: sourceLabel(inputs, 0) }
        return comparer(left, target ?? { value: inputs.values[1] ?? null, name: sourceLabel(inputs, 1) })
      },
    }
  },
})
