import type { Attributes, AttributeValue } from '../span.ts'

/** Dotted keys as nested objects without prototypes; numeric keys stay keys until `listOf`. */
export type Tree = { [key: string]: Tree | AttributeValue }

const maxDepth = 16

/**
 * The tree under a prefix: `llm.input_messages.0.message.role` under `llm.input_messages` becomes {0: {message: {role}}}.
 * A key that is both a value and a branch is a branch. Keys with more dots than any convention keep the rest as one key.
 * The work is linear in the length of the keys.
 */
export function treeUnder(attributes: Attributes, prefix: string): { tree: Tree; keys: string[] } {
  const tree = emptyTree()
  const keys: string[] = []
  const start = `${prefix}.`
  for (const [key, value] of attributes) {
    if (!key.startsWith(start)) continue
    keys.push(key)
    insert(tree, key.slice(start.length).split('.', maxDepth + 1), value)
  }
  return { tree, keys }
}

function insert(tree: Tree, steps: readonly string[], value: AttributeValue) {
  const last = steps.length - 1
  let node = tree
  for (let index = 0; index < last; index++) {
    const step = steps[index]!
    const next = node[step]
    if (isTree(next)) node = next
    else {
      const subtree = emptyTree()
      node[step] = subtree
      node = subtree
    }
  }
  if (!isTree(node[steps[last]!])) node[steps[last]!] = value
}

const trees = new WeakSet<object>()

function emptyTree(): Tree {
  const tree = Object.create(null) as Tree
  trees.add(tree)
  return tree
}

/** A branch; objects among the values are leaves. */
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && trees.has(value)

const wholeNumber = /^\d{1,9}$/

/** The numbered branches of a tree in order, with or without gaps. */
export function listOf(tree: unknown): unknown[] {
  if (Array.isArray(tree)) return tree
  if (!isTree(tree)) return []
  return Object.keys(tree)
    .filter((key) => wholeNumber.test(key))
    .sort((a, b) => Number(a) - Number(b))
    .map((key) => tree[key])
}
