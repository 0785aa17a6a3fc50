import type { XmlNode } from '../xml/tree.ts'
import type { XPathBudget } from './budget.ts'
import type { Axis, NodeTest } from './tree.ts'

/** The nodes of an axis that pass the test, nearest first, because predicates count positions in that order. */
export function nodesOf(node: XmlNode, axis: Axis, test: NodeTest, budget: XPathBudget): XmlNode[] {
  const nodes: XmlNode[] = []
  for (const candidate of walk(node, axis)) {
    budget.step()
    if (passes(candidate, test, axis)) nodes.push(candidate)
  }
  return nodes
}

function* walk(node: XmlNode, axis: Axis): Generator<XmlNode> {
  switch (axis) {
    case 'self':
      yield node
      return
    case 'child':
      yield* node.children
      return
    case 'attribute':
      yield* node.attributes
      return
    case 'parent':
      if (node.parent !== null) yield node.parent
      return
    case 'descendant-or-self':
      yield node
      yield* descendants(node)
      return
    case 'descendant':
      yield* descendants(node)
      return
    case 'ancestor-or-self':
      yield node
      yield* ancestors(node)
      return
    case 'ancestor':
      yield* ancestors(node)
      return
    case 'following-sibling':
      yield* siblings(node, 1)
      return
    case 'preceding-sibling':
      yield* siblings(node, -1)
      return
    case 'following':
      yield* following(node)
      return
    case 'preceding':
      yield* preceding(node)
  }
}

function* descendants(node: XmlNode): Generator<XmlNode> {
  const stack: XmlNode[] = []
  for (let index = node.children.length - 1; index >= 0; index--) stack.push(node.children[index]!)
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    yield next
    for (let index = next.children.length - 1; index >= 0; index--) stack.push(next.children[index]!)
  }
}

function* ancestors(node: XmlNode): Generator<XmlNode> {
  for (let next = node.parent; next !== null; next = next.parent) yield next
}

function* siblings(node: XmlNode, direction: 1 | -1): Generator<XmlNode> {
  const all = node.kind === 'attribute' ? [] : (node.parent?.children ?? [])
  for (
    let index = siblingIndexOf(node, all) + direction;
    index >= 0 && index < all.length;
    index += direction
  ) {
    yield all[index]!
  }
}

/** Binary search: siblings are in document order. */
function siblingIndexOf(node: XmlNode, siblings: readonly XmlNode[]): number {
  let low = 0
  let high = siblings.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (siblings[middle]!.order < node.order) low = middle + 1
    else high = middle
  }
  return low
}

function* following(node: XmlNode): Generator<XmlNode> {
  const start = node.kind === 'attribute' ? node.parent! : node
  if (node.kind === 'attribute') yield* descendants(start)
  for (let next: XmlNode | null = start; next !== null; next = next.parent) {
    for (const sibling of siblings(next, 1)) {
      yield sibling
      yield* descendants(sibling)
    }
  }
}

function* preceding(node: XmlNode): Generator<XmlNode> {
  for (let next = node.kind === 'attribute' ? node.parent : node; next !== null; next = next.parent) {
    for (const sibling of siblings(next, -1)) yield* backwards(sibling)
  }
}

function* backwards(node: XmlNode): Generator<XmlNode> {
  for (let index = node.children.length - 1; index >= 0; index--) yield* backwards(node.children[index]!)
  yield node
}

function passes(node: XmlNode, test: NodeTest, axis: Axis): boolean {
  if (test.kind === 'every') return true
  if (test.kind !== 'name' && test.kind !== 'any') return node.kind === test.kind
  if (node.kind !== (axis === 'attribute' ? 'attribute' : 'element')) return false
  if (test.kind === 'any') return test.prefix === null || node.prefix === test.prefix
  if (test.local !== '*' && node.local !== test.local) return false
  if (test.namespace !== null) return test.namespace === '*' || node.namespace === test.namespace
  return test.prefix === '' ? node.namespace === '' : node.prefix === test.prefix
}
