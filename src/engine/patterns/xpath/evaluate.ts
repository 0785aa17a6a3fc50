import type { XmlNode } from '../xml/tree.ts'
import { nodesOf } from './axes.ts'
import { compare } from './compare.ts'
import { type Context, callFunction } from './functions.ts'
import type { Expression, Step } from './tree.ts'
import { isNodes, toBoolean, toNumber, type XPathValue } from './values.ts'

/** Throws PatternBudgetError. A path from a value that is not a node set has no matches. */
export function evaluate(expression: Expression, context: Context): XPathValue {
  context.budget.step()
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'negate':
      return -toNumber(evaluate(expression.operand, context))
    case 'binary':
      return binary(expression, context)
    case 'union':
      return inOrder(expression.parts.flatMap((part) => nodes(evaluate(part, context))))
    case 'call':
      return callFunction(
        expression.name,
        expression.arguments.map((argument) => evaluate(argument, context)),
        context,
      )
    case 'path':
      return path(expression, context)
  }
}

function nodes(value: XPathValue): readonly XmlNode[] {
  return isNodes(value) ? value : []
}

function binary(expression: Extract<Expression, { kind: 'binary' }>, context: Context): XPathValue {
  const { operator } = expression
  const left = evaluate(expression.left, context)
  if (operator === 'or' && toBoolean(left)) return true
  if (operator === 'and' && !toBoolean(left)) return false
  const right = evaluate(expression.right, context)
  switch (operator) {
    case 'or':
    case 'and':
      return toBoolean(right)
    case '+':
      return toNumber(left) + toNumber(right)
    case '-':
      return toNumber(left) - toNumber(right)
    case '*':
      return toNumber(left) * toNumber(right)
    case 'div':
      return toNumber(left) / toNumber(right)
    case 'mod':
      return toNumber(left) % toNumber(right)
    default:
      return compare(operator, left, right, context.budget)
  }
}

function path(expression: Extract<Expression, { kind: 'path' }>, context: Context): XPathValue {
  let current: readonly XmlNode[]
  if (expression.from === 'document') current = [rootOf(context.node)]
  else if (expression.from === 'context') current = [context.node]
  else {
    current = nodes(evaluate(expression.from, context))
    for (const predicate of expression.predicates) current = filter(current, predicate, context)
  }
  for (const step of expression.steps) current = nodesOfStep(step, current, context)
  return current
}

function rootOf(node: XmlNode): XmlNode {
  let root = node
  while (root.parent !== null) root = root.parent
  return root
}

function nodesOfStep(step: Step, from: readonly XmlNode[], context: Context): readonly XmlNode[] {
  const nodes: XmlNode[] = []
  for (const node of from) {
    let stepNodes: readonly XmlNode[] = nodesOf(node, step.axis, step.test, context.budget)
    for (const predicate of step.predicates) stepNodes = filter(stepNodes, predicate, context)
    for (const stepNode of stepNodes) nodes.push(stepNode)
  }
  return inOrder(nodes)
}

/** A number in a predicate is a position. */
function filter(candidates: readonly XmlNode[], predicate: Expression, context: Context): readonly XmlNode[] {
  const size = candidates.length
  return candidates.filter((node, index) => {
    const value = evaluate(predicate, { node, position: index + 1, size, budget: context.budget })
    return typeof value === 'number' ? value === index + 1 : toBoolean(value)
  })
}

function inOrder(nodes: readonly XmlNode[]): readonly XmlNode[] {
  for (let index = 1; index < nodes.length; index++) {
    if (nodes[index - 1]!.order >= nodes[index]!.order) {
      return [...new Set(nodes)].sort((left, right) => left.order - right.order)
    }
  }
  return nodes
}
