import type { Value } from '../values/value.ts'

/** A level of names: loops, macros, `with`, blocks and captures open one; `if` does not. */
export class Scope {
  private readonly names = new Map<string, Value>()
  private readonly parent: Scope | null

  constructor(parent: Scope | null) {
    this.parent = parent
  }

  get(name: string): Value | undefined {
    for (let scope: Scope | null = this; scope; scope = scope.parent) {
      const value = scope.names.get(name)
      if (value !== undefined) return value
    }
    return undefined
  }

  set(name: string, value: Value): void {
    this.names.set(name, value)
  }
}
