import { fail } from './errors.ts'
import { FILTERS } from './filters/index.ts'
import { isLower, isUpper } from './methods/text-tests.ts'
import { modulo } from './values/arithmetic.ts'
import { equals, isIdentical, order } from './values/compare.ts'
import { intOf, numberOf } from './values/numbers.ts'
import { contains } from './values/operators.ts'
import { str } from './values/repr.ts'
import { iteratorOf, lengthOf } from './values/sequences.ts'
import { isCallable, textOf, typeName } from './values/types.ts'
import { Dict, DictView, Float, type Host, Markup, Undefined, type Value } from './values/value.ts'

type Test = (value: Value, args: readonly Value[], host: Host) => boolean

function remainder(value: Value, by: Value): number {
  if (value instanceof Undefined) return fail(value.message)
  const number = numberOf(value) ?? fail(`the test needs a number, not ${typeName(value)}`)
  const divisor = numberOf(by) ?? fail(`the test needs a number, not ${typeName(by)}`)
  const modulus = modulo(number, divisor)
  return modulus instanceof Float ? modulus.value : Number(modulus)
}

function ordered(operator: string, holds: (sign: number) => boolean): Test {
  return (value, [other], host) => holds(order(value, other!, operator, host.budget))
}

const equal: Test = (value, [other], host) => equals(value, other!, host.budget)
const unequal: Test = (value, [other], host) => !equals(value, other!, host.budget)
const greater = ordered('>', (sign) => sign > 0)
const atLeast = ordered('>=', (sign) => sign >= 0)
const less = ordered('<', (sign) => sign < 0)
const atMost = ordered('<=', (sign) => sign <= 0)

const NO_ARGUMENT: Readonly<Record<string, Test>> = {
  odd: (value) => remainder(value, 2) === 1,
  even: (value) => remainder(value, 2) === 0,
  defined: (value) => !(value instanceof Undefined),
  undefined: (value) => value instanceof Undefined,
  none: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  false: (value) => value === false,
  true: (value) => value === true,
  integer: (value) => typeof value !== 'boolean' && intOf(value) !== undefined,
  float: (value) => value instanceof Float,
  number: (value) => numberOf(value) !== undefined,
  string: (value) => textOf(value) !== undefined,
  lower: (value, _args, host) => isLower(str(value, host.budget)),
  upper: (value, _args, host) => isUpper(str(value, host.budget)),
  mapping: (value) => value instanceof Dict,
  sequence: (value) => lengthOf(value) !== undefined && !(value instanceof DictView),
  iterable: (value) => iteratorOf(value) !== undefined,
  callable: isCallable,
  escaped: (value) => value instanceof Markup || (value instanceof Undefined && value.chainable),
  filter: (value) => FILTERS.has(textOf(value) ?? ''),
  test: (value) => TESTS.has(textOf(value) ?? ''),
}

const ONE_ARGUMENT: Readonly<Record<string, Test>> = {
  divisibleby: (value, [by]) => remainder(value, by!) === 0,
  sameas: (value, [other]) => isIdentical(value, other!),
  in: (value, [container], host) => contains(container!, value, host.budget),
  '==': equal,
  eq: equal,
  equalto: equal,
  '!=': unequal,
  ne: unequal,
  '>': greater,
  gt: greater,
  greaterthan: greater,
  '>=': atLeast,
  ge: atLeast,
  '<': less,
  lt: less,
  lessthan: less,
  '<=': atMost,
  le: atMost,
}

function withArgumentCount(tests: Readonly<Record<string, Test>>, count: number): [string, Test][] {
  return Object.entries(tests).map(([name, test]) => [
    name,
    (value, args, host) => {
      if (args.length !== count) fail(`the test '${name}' takes ${count} argument(s)`)
      host.budget.read(textOf(value)?.length ?? 0)
      return test(value, args, host)
    },
  ])
}

/** All tests by name: every built-in of Jinja2 3.1. */
export const TESTS: ReadonlyMap<string, Test> = new Map([
  ...withArgumentCount(NO_ARGUMENT, 0),
  ...withArgumentCount(ONE_ARGUMENT, 1),
])
