import type { Json } from '../json/json.ts'
import type { PathRule } from './rules.ts'

/** The values that paths name, as a tree of names and indexes. */
export interface Locations {
  rule: PathRule | null
  readonly children: Map<string, Locations>
}

const none = (): Locations => ({ rule: null, children: new Map() })

/** Throws PatternBudgetError. */
export function locationsOf(value: Json, paths: readonly PathRule[]): Locations {
  const root = none()
  for (const rule of paths)
    for (const location of rule.path.locate(value)) {
      let at = root
      for (const step of location) {
        const next = at.children.get(String(step)) ?? none()
        at.children.set(String(step), next)
        at = next
      }
      at.rule ??= rule
    }
  return root
}
