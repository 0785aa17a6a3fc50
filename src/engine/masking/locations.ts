import type { Json } from '../json/json.ts'
import type { PathRule } from './rules.ts'

/** The values that paths name, as a tree of names and indexes. */
export interface Locations {
  rule: PathRule | null
  readonly children: Map<string, Locations>
}

const emptyNode = (): Locations => ({ rule: null, children: new Map() })

/** Throws PatternBudgetError. */
export function locationsOf(value: Json, paths: readonly PathRule[]): Locations {
  const root = emptyNode()
  for (const rule of paths)
    for (const location of rule.path.locate(value)) {
      let node = root
      for (const step of location) {
        const next = node.children.get(String(step)) ?? emptyNode()
        node.children.set(String(step), next)
        node = next
      }
      node.rule ??= rule
    }
  return root
}
