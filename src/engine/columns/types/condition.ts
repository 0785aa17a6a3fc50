import { z } from 'zod'
import type { Json } from '../../json/json.ts'
import type { Reference } from '../column.ts'
import { conditionOperators, type Test, testOf } from '../condition/operators.ts'
import { columnName, flag, objectOf, wholeNumber } from '../config/fields.ts'
import { configReader } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { value } from '../steps.ts'

const side = objectOf({ static_value: z.custom<Json>().optional(), source: columnName.nullish() }).refine(
  (fields) => fields.source != null || fields.static_value !== undefined,
  'needs a source or a static_value.',
)

const conditional = objectOf({
  position: wholeNumber(0, 1_000).optional(),
  operator: z.enum(conditionOperators, `must be one of ${conditionOperators.join(' ')}.`),
  left_config: side,
  right_config: side.nullish(),
}).superRefine((fields, context) => {
  const isUnary = fields.operator === 'is_null' || fields.operator === 'is_not_null'
  if (isUnary || fields.right_config != null) return
  context.addIssue({ code: 'custom', path: ['right_config'], message: 'is required.' })
})

const schema = z.looseObject({
  is_and: flag(true),
  conditionals: z
    .array(conditional, {
      error: (issue) => (issue.input === undefined ? 'is required.' : 'must be a list.'),
    })
    .min(1, 'needs at least 1 condition.')
    .max(100, 'has more than 100 conditions.'),
})

type Config = z.output<typeof schema>
type Side = z.output<typeof side>

/** A test with the operators of workflow edges. */
export const condition = defineColumn<Config>({
  type: 'CONDITION',
  cost: 'none',
  score: () => 'boolean',
  config: configReader(schema),
  dependsOn: (config) => sidesOf(config).flatMap((side) => side.reference ?? []),
  evaluator(config) {
    let next = 0
    const readers = sidesOf(config).map(({ side: operand, reference }) => {
      if (reference === null) return (): Json => operand.static_value ?? null
      const index = next++
      return (values: readonly Json[]): Json => values[index] ?? null
    })
    const tests: readonly Test[] = config.conditionals.map((conditional) => testOf(conditional.operator))
    return {
      prepare(inputs) {
        let result = config.is_and
        for (const [index, test] of tests.entries()) {
          const holds = test(readers[index * 2]!(inputs.values), readers[index * 2 + 1]!(inputs.values))
          if (typeof holds !== 'boolean') return holds
          result = config.is_and ? result && holds : result || holds
        }
        return value(result)
      },
    }
  },
})

/** Left and right of each condition in turn; a missing right side is null. */
function sidesOf(config: Config): readonly { side: Side; reference: Reference | null }[] {
  return config.conditionals.flatMap((entry, position) =>
    (['left_config', 'right_config'] as const).map((key) => {
      const side: Side = entry[key] ?? { static_value: null }
      return {
        side,
        reference: side.source == null ? null : { key, meta: { position }, target: side.source },
      }
    }),
  )
}
