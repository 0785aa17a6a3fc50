import { z } from 'zod'
import { number, sources } from '../config/fields.ts'
import { configReader, numberedSources, respelled, type Spelling } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed } from '../failures.ts'
import { fromSources } from '../references.ts'
import { value } from '../steps.ts'
import { orderOf } from '../values/order.ts'
import { numberOf } from '../values/required.ts'

const comparisons = {
  lt: (order: number) => order < 0,
  le: (order: number) => order <= 0,
  gt: (order: number) => order > 0,
  ge: (order: number) => order >= 0,
  eq: (order: number) => order === 0,
  ne: (order: number) => order !== 0,
}

/** Remainder and power as Python has them: the remainder takes the sign of the divisor. */
const arithmetic = {
  '+': (left: number, right: number) => left + right,
  '-': (left: number, right: number) => left - right,
  '*': (left: number, right: number) => left * right,
  '/': (left: number, right: number) => left / right,
  '%': remainder,
  '**': (left: number, right: number) => left ** right,
}

/** Exact, where subtracting multiples of the divisor would round. */
function remainder(left: number, right: number): number {
  const rest = left % right
  if (rest === 0) return 0
  return rest < 0 === right < 0 ? rest : rest + right
}

type Comparison = keyof typeof comparisons
type Arithmetic = keyof typeof arithmetic

const operators = [...Object.keys(comparisons), ...Object.keys(arithmetic)] as [Comparison | Arithmetic]

const schema = z
  .looseObject({
    sources: sources(1, 2),
    operator: z.enum(operators, {
      error: (issue) =>
        issue.input === undefined ? 'is required.' : `must be one of ${operators.join(', ')}.`,
    }),
    value: number.nullish(),
  })
  .superRefine((config, context) => {
    const needed = config.sources.length === 1
    const given = config.value != null
    if (needed === given) return
    const message = needed ? 'is required beside a single column.' : 'cannot stand beside two columns.'
    context.addIssue({ code: 'custom', path: ['value'], message })
  })

const symbols = {
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  '=': 'eq',
  '==': 'eq',
  '!=': 'ne',
  lte: 'le',
  gte: 'ge',
}

/** A single column may be called `source`. */
const oneSource: Spelling = (sent) => {
  if (sent['sources'] !== undefined || sent['source'] === undefined) return
  sent['sources'] = [sent['source']]
  delete sent['source']
}

/** Two numbers compared; with an arithmetic operator, what comes out. */
export const mathOperator = defineColumn<z.output<typeof schema>>({
  type: 'MATH_OPERATOR',
  cost: 'none',
  score: (config) => (config.operator in comparisons ? 'boolean' : 'number'),
  config: configReader(schema, numberedSources, oneSource, respelled('operator', symbols)),
  dependsOn: (config) => fromSources(config.sources),
  evaluator({ operator, value: fixed }) {
    return {
      prepare(inputs) {
        const left = numberOf(inputs, 0)
        if (typeof left !== 'number') return left
        const right = fixed ?? numberOf(inputs, 1)
        if (typeof right !== 'number') return right
        if (isComparison(operator)) {
          const { values } = inputs
          return value(
            comparisons[operator](orderOf(values[0] ?? null, fixed ?? values[1] ?? null, left, right)),
          )
        }
        if (right === 0 && (operator === '/' || operator === '%')) {
          return failed('division_by_zero', 'The second number is zero.')
        }
        const result = arithmetic[operator](left, right)
        return Number.isFinite(result)
          ? value(result)
          : failed('not_a_number', 'The result is no finite number.')
      },
    }
  },
})

function isComparison(operator: Comparison | Arithmetic): operator is Comparison {
  return operator in comparisons
}
