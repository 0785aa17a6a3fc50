import type { Budget } from '../budget.ts'
import { fail } from '../errors.ts'
import { FILTERS } from '../filters/index.ts'
import type { CallArguments, CompareOperator, Expr, FilterExpr } from '../parse/ast.ts'
import { TESTS } from '../tests.ts'
import { equals, order } from '../values/compare.ts'
import { hashOf } from '../values/dict.ts'
import { binary, concat, contains, unary } from '../values/operators.ts'
import { toList } from '../values/sequences.ts'
import { sliceOf } from '../values/slicing.ts'
import { truthy, typeName } from '../values/types.ts'
import {
  type Arguments,
  Dict,
  type Host,
  NO_ARGUMENTS,
  TemplateObject,
  Tuple,
  Undefined,
  type Value,
} from '../values/value.ts'
import { GLOBALS } from './globals.ts'
import type { Scope } from './scope.ts'

/** Whether one comparison of a chain holds. */
function compareValues(operator: CompareOperator, left: Value, right: Value, budget: Budget): boolean {
  switch (operator) {
    case '==':
      return equals(left, right, budget)
    case '!=':
      return !equals(left, right, budget)
    case 'in':
      return contains(right, left, budget)
    case 'not in':
      return !contains(right, left, budget)
    case '<':
      return order(left, right, operator, budget) < 0
    case '<=':
      return order(left, right, operator, budget) <= 0
    case '>':
      return order(left, right, operator, budget) > 0
    case '>=':
      return order(left, right, operator, budget) >= 0
  }
}

/** The part of a running render that evaluation uses. */
export interface Evaluation extends Host {
  /** The line of the statement or call at hand, for error messages. */
  line: number
  variable(name: string): Value | undefined
}

/** Evaluates an expression in a scope. Charges one step per node. */
export function evaluate(expr: Expr, scope: Scope, render: Evaluation): Value {
  render.budget.step()
  switch (expr.kind) {
    case 'const':
      return expr.value
    case 'name':
      return lookUp(expr.name, scope, render)
    case 'attribute':
      return render.attribute(evaluate(expr.value, scope, render), expr.name)
    case 'item':
      return item(expr.value, expr.key, scope, render)
    case 'slice':
      return fail('a slice can only be used in a subscript')
    case 'filter':
      return filter(expr, expr.value ? evaluate(expr.value, scope, render) : '', scope, render)
    case 'test': {
      const value = evaluate(expr.value, scope, render)
      const args = evaluateArguments(expr.args, scope, render)
      render.line = expr.line
      return render.callTest(expr.name, value, args)
    }
    case 'call': {
      const callee = evaluate(expr.callee, scope, render)
      const args = evaluateArguments(expr.args, scope, render)
      render.line = expr.line
      return callValue(callee, args, render)
    }
    case 'binary': {
      const left = evaluate(expr.left, scope, render)
      const right = evaluate(expr.right, scope, render)
      render.line = expr.line
      return binary(expr.operator, left, right, render.budget)
    }
    case 'unary':
      return unary(expr.operator, evaluate(expr.value, scope, render))
    case 'not':
      return !truthy(evaluate(expr.value, scope, render))
    case 'and': {
      const left = evaluate(expr.left, scope, render)
      return truthy(left) ? evaluate(expr.right, scope, render) : left
    }
    case 'or': {
      const left = evaluate(expr.left, scope, render)
      return truthy(left) ? left : evaluate(expr.right, scope, render)
    }
    case 'if':
      if (truthy(evaluate(expr.test, scope, render))) return evaluate(expr.whenTrue, scope, render)
      if (expr.otherwise) return evaluate(expr.otherwise, scope, render)
      return new Undefined('the inline if-expression was false and has no else', false)
    case 'compare':
      return compare(expr.first, expr.rest, scope, render)
    case 'concat':
      return concat(evaluateAll(expr.items, scope, render), render.budget)
    case 'list':
      return evaluateAll(expr.items, scope, render)
    case 'tuple':
      return new Tuple(evaluateAll(expr.items, scope, render))
    case 'dict': {
      const dict = new Dict()
      for (const [keyExpr, valueExpr] of expr.entries) {
        const key = evaluate(keyExpr, scope, render)
        dict.set(hashOf(key, render.budget), key, evaluate(valueExpr, scope, render))
      }
      return dict
    }
  }
}

/** Applies a filter to an evaluated value (filter blocks pass their text). */
export function filter(expr: FilterExpr, value: Value, scope: Scope, render: Evaluation): Value {
  const args = evaluateArguments(expr.args, scope, render)
  render.line = expr.line
  return render.callFilter(expr.name, value, args)
}

/** Applies a chain of filters whose innermost one takes `text`. */
export function filterText(expr: FilterExpr, text: string, scope: Scope, render: Evaluation): Value {
  const inner = expr.value?.kind === 'filter' ? filterText(expr.value, text, scope, render) : text
  return filter(expr, inner, scope, render)
}

/** Runs a built-in filter by name. */
export function runFilter(name: string, value: Value, args: Arguments, render: Evaluation): Value {
  const run = FILTERS.get(name) ?? fail(`No filter named '${name}' found.`)
  render.budget.step()
  return run(render, value, args)
}

/** Runs a built-in test by name. */
export function runTest(name: string, value: Value, args: Arguments, render: Evaluation): boolean {
  const test = TESTS.get(name) ?? fail(`No test named '${name}' found.`)
  render.budget.step()
  return test(value, Array.from([...args.positional, ...args.named.values()]), render)
}

/** Calls a value; only functions of the engine, macros and the like can be called. */
export function callValue(callee: Value, args: Arguments, render: Evaluation): Value {
  if (callee instanceof Undefined) return fail(callee.message)
  const result = callee instanceof TemplateObject && callee.callable ? callee.call(render, args) : undefined
  return result === undefined ? fail(`'${typeName(callee)}' object is not callable`) : result
}

export function evaluateArguments(args: CallArguments, scope: Scope, render: Evaluation): Arguments {
  if (args.positional.length === 0 && args.named.length === 0 && !args.spread && !args.spreadNamed)
    return NO_ARGUMENTS
  const positional = evaluateAll(args.positional, scope, render)
  const namedArgs = new Map<string, Value>()
  for (const [name, expr] of args.named) namedArgs.set(name, evaluate(expr, scope, render))
  if (args.spread) positional.push(...toList(evaluate(args.spread, scope, render), render.budget))
  if (args.spreadNamed) {
    const more = evaluate(args.spreadNamed, scope, render)
    if (!(more instanceof Dict)) return fail(`argument after ** must be a mapping, not ${typeName(more)}`)
    for (const { key, value } of more.entries.values()) {
      render.budget.step()
      if (typeof key !== 'string') return fail('keywords must be strings')
      if (namedArgs.has(key)) return fail(`got multiple values for keyword argument '${key}'`)
      namedArgs.set(key, value)
    }
  }
  return { positional, named: namedArgs }
}

function evaluateAll(items: readonly Expr[], scope: Scope, render: Evaluation): Value[] {
  const values: Value[] = []
  for (const expr of items) values.push(evaluate(expr, scope, render))
  return values
}

function lookUp(name: string, scope: Scope, render: Evaluation): Value {
  const local = scope.get(name)
  if (local !== undefined) return local
  const variable = render.variable(name)
  if (variable !== undefined) return variable
  return GLOBALS.get(name) ?? new Undefined(`'${name}' is undefined`)
}

function item(valueExpr: Expr, keyExpr: Expr, scope: Scope, render: Evaluation): Value {
  const value = evaluate(valueExpr, scope, render)
  if (keyExpr.kind !== 'slice') return render.item(value, evaluate(keyExpr, scope, render))
  const part = (expr: Expr | null) => (expr ? evaluate(expr, scope, render) : null)
  return sliceOf(value, part(keyExpr.start), part(keyExpr.stop), part(keyExpr.step), render.budget)
}

function compare(
  first: Expr,
  comparisons: readonly (readonly [CompareOperator, Expr])[],
  scope: Scope,
  render: Evaluation,
): boolean {
  let left = evaluate(first, scope, render)
  for (const [operator, expr] of comparisons) {
    const right = evaluate(expr, scope, render)
    render.line = expr.line
    if (!compareValues(operator, left, right, render.budget)) return false
    left = right
  }
  return true
}
