import { GLOBALS } from '../run/globals.ts'
import type { Template } from './ast.ts'
import { type NameVisitor, visitNames } from './visit-names.ts'

/**
 * The names a template reads from its variables, unique, in order of first appearance: Jinja2's
 * `meta.find_undeclared_variables` without its built-in globals. As there, a name that is set in only some
 * branches of an `if` counts, because the other branches leave it to the variables.
 */
export function undeclaredNames(template: Template): string[] {
  const undeclared = new UndeclaredNames()
  visitNames(template, undeclared)
  // Inner parts come last, because they see all names of outer parts, including later ones.
  for (const visit of undeclared.pending) visit()
  return allNames(template).filter((name) => undeclared.names.has(name))
}

class UndeclaredNames implements NameVisitor {
  readonly names = new Set<string>()
  readonly pending: (() => void)[] = []
  private scopes: readonly Set<string>[] = [new Set(['self'])]
  private inBranch = false

  read(name: string): void {
    if (!this.isDeclared(name)) this.names.add(name)
  }

  write(name: string): void {
    if (this.inBranch) this.read(name)
    this.scopes.at(-1)?.add(name)
  }

  builtin(): void {}

  branch(visit: () => void): void {
    const before = this.inBranch
    this.inBranch = true
    visit()
    this.inBranch = before
  }

  scope(visit: () => void, isolated = false): void {
    const outer = isolated ? [] : this.scopes
    this.pending.push(() => {
      this.scopes = [...outer, new Set()]
      this.inBranch = false
      visit()
    })
  }

  private isDeclared(name: string): boolean {
    return GLOBALS.has(name) || this.scopes.some((scope) => scope.has(name))
  }
}

/** Every name in the order of its first appearance. */
function allNames(template: Template): string[] {
  const names = new Set<string>()
  visitNames(template, {
    read: (name) => names.add(name),
    write: (name) => names.add(name),
    builtin: () => undefined,
    branch: (visit) => visit(),
    scope: (visit) => visit(),
  })
  return Array.from(names)
}
