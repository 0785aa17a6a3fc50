import { textOf } from '../xml/tree.ts'
import type { XPathBudget } from './budget.ts'
import { isNodes, toBoolean, toNumber, toText, type XPathValue } from './values.ts'

type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>='

const flipped = { '=': '=', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const

/** A comparison holds if any node satisfies it; for two node sets this never needs all pairs. */
export function compare(
  operator: Comparison,
  left: XPathValue,
  right: XPathValue,
  budget: XPathBudget,
): boolean {
  if (isNodes(left) && isNodes(right))
    return compareNodes(operator, texts(left, budget), texts(right, budget))
  if (isNodes(right)) return compare(flipped[operator], right, left, budget)
  if (!isNodes(left)) return compareScalars(operator, left, right)
  if (typeof right === 'boolean') return compareScalars(operator, toBoolean(left), right)
  return texts(left, budget).some((text) =>
    compareScalars(operator, typeof right === 'number' ? toNumber(text) : text, right),
  )
}

function texts(nodes: Extract<XPathValue, readonly unknown[]>, budget: XPathBudget): string[] {
  return nodes.map((node) => {
    const text = textOf(node)
    budget.step(1 + text.length / 50 + node.children.length)
    return text
  })
}

function compareNodes(operator: Comparison, left: string[], right: string[]): boolean {
  if (left.length === 0 || right.length === 0) return false
  if (operator === '=') {
    const rightTexts = new Set(right)
    return left.some((text) => rightTexts.has(text))
  }
  if (operator === '!=')
    return left.some((text) => text !== left[0]) || right.some((text) => text !== left[0])
  const less = operator === '<' || operator === '<='
  const leftBound = extreme(left, less)
  const rightBound = extreme(right, !less)
  return leftBound !== null && rightBound !== null && compareScalars(operator, leftBound, rightBound)
}

function extreme(texts: string[], isMinimum: boolean): number | null {
  let bound: number | null = null
  for (const text of texts) {
    const value = toNumber(text)
    if (Number.isNaN(value)) continue
    if (bound === null || (isMinimum ? value < bound : value > bound)) bound = value
  }
  return bound
}

function compareScalars(operator: Comparison, left: XPathValue, right: XPathValue): boolean {
  if (operator === '=' || operator === '!=') {
    const same =
      typeof left === 'boolean' || typeof right === 'boolean'
        ? toBoolean(left) === toBoolean(right)
        : typeof left === 'number' || typeof right === 'number'
          ? toNumber(left) === toNumber(right)
          : toText(left) === toText(right)
    return same === (operator === '=')
  }
  const leftNumber = toNumber(left)
  const rightNumber = toNumber(right)
  if (operator === '<') return leftNumber < rightNumber
  if (operator === '<=') return leftNumber <= rightNumber
  return operator === '>' ? leftNumber > rightNumber : leftNumber >= rightNumber
}
