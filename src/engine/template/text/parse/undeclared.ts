import { GLOBALS } from '../run/globals.ts'
import type { Template } from './ast.ts'
import { visitNames } from './names.ts'

/**
 * The names a template reads from its variables, unique, in order of first appearance: Jinja2's
 * `meta.find_undeclared_variables` without its built-in globals.
 */
export function undeclaredNames(template: Template): string[] {
  const found = new Set<string>()
  let scopes: Set<string>[] = [new Set(['self'])]
  visitNames(template, {
    read(name) {
      const declared = scopes.some((scope) => scope.has(name))
      if (!declared && !GLOBALS.has(name)) found.add(name)
    },
    write(name) {
      scopes.at(-1)?.add(name)
    },
    builtin: () => undefined,
    scope(visit, isolated = false) {
      const outer = scopes
      scopes = isolated ? [new Set()] : [...outer, new Set()]
      visit()
      scopes = outer
    },
  })
  return Array.from(found)
}
