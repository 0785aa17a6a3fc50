import { z } from 'zod'
import { exactPower, exactResult, isBeyondDoubles } from '../../json/arithmetic.ts'
import { isJsonNumber, isWhole, type JsonNumber, nearest, orderOfNumbers } from '../../json/exact-number.ts'
import type { Step } from '../column.ts'
import { number, sources } from '../config/fields.ts'
import { configReader, numberedSources, replaceWords, type Spelling } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed } from '../failures.ts'
import { fromSources } from '../references.ts'
import { value } from '../steps.ts'
import { numberOf } from '../values/required.ts'

const comparisons = {
  lt: (order: number) => order < 0,
  le: (order: number) => order <= 0,
  gt: (order: number) => order > 0,
  ge: (order: number) => order >= 0,
  eq: (order: number) => order === 0,
  ne: (order: number) => order !== 0,
}

/**
 * Python's remainder and power: the remainder has the divisor's sign. Whole and exact numbers are computed without
 * rounding.
 */
const arithmetic = {
  '+': (left: number, right: number) => left + right,
  '-': (left: number, right: number) => left - right,
  '*': (left: number, right: number) => left * right,
  '/': (left: number, right: number) => left / right,
  '%': remainder,
  '**': (left: number, right: number) => left ** right,
}

/** Computes the remainder exactly; subtracting multiples of the divisor would round. */
function remainder(left: number, right: number): number {
  const remainder = left % right
  if (remainder === 0) return 0
  return remainder < 0 === right < 0 ? remainder : remainder + right
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
    const needsValue = config.sources.length === 1
    const hasValue = config.value != null
    if (needsValue === hasValue) return
    const message = needsValue
      ? 'is required beside a single column.'
      : 'cannot be combined with two columns.'
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
const oneSource: Spelling = (configInput) => {
  if (configInput['sources'] !== undefined || configInput['source'] === undefined) return
  configInput['sources'] = [configInput['source']]
  delete configInput['source']
}

/** Compares two numbers, or computes with them. */
export const mathOperator = defineColumn<z.output<typeof schema>>({
  type: 'MATH_OPERATOR',
  cost: 'none',
  score: (config) => (config.operator in comparisons ? 'boolean' : 'number'),
  config: configReader(schema, numberedSources, oneSource, replaceWords('operator', symbols)),
  dependsOn: (config) => fromSources(config.sources),
  evaluator({ operator, value: fixed }) {
    return {
      prepare(inputs) {
        const left = numberOf(inputs, 0)
        if (!isJsonNumber(left)) return left
        const right = fixed ?? numberOf(inputs, 1)
        if (!isJsonNumber(right)) return right
        if (isComparison(operator)) return value(comparisons[operator](orderOfNumbers(left, right)))
        if (right === 0 && (operator === '/' || operator === '%')) {
          return failed('division_by_zero', 'The second number is zero.')
        }
        return calculate(operator, left, right)
      },
    }
  },
})

/** Quotients, and powers that are not whole numbers, are the nearest doubles. */
function calculate(operator: Arithmetic, left: JsonNumber, right: JsonNumber): Step {
  const rounded = arithmetic[operator](nearest(left), nearest(right))
  if (!Number.isFinite(rounded) && !(operator === '%' && nearest(right) === 0))
    return failed('not_a_number', 'The result is not a finite number.')
  if (operator === '/' || !isBeyondDoubles(left, right, rounded)) return value(rounded)
  if (operator === '**' && !(isWhole(left) && isWhole(right) && nearest(right) >= 0)) return value(rounded)
  const result = operator === '**' ? exactPower(left, right) : exactResult(operator, left, right)
  return result === null ? failed('too_large', 'The result has too many digits.') : value(result)
}

function isComparison(operator: Comparison | Arithmetic): operator is Comparison {
  return operator in comparisons
}
