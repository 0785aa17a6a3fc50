import { fail } from '../errors.ts'
import { safeInt } from '../values/numbers.ts'
import { textOf, truthy, typeName } from '../values/types.ts'
import type { Arguments, Host, Value } from '../values/value.ts'

/** A built-in filter, or a method with its object as `value`. */
export type Builtin = (host: Host, value: Value, args: Arguments) => Value

/** Bound arguments in the order of the parameter list; undefined where optional ones were left out. */
export type BoundArguments = readonly (Value | undefined)[]

/** Declares a built-in by its parameter names, e.g. `'old new count?'`; `?` marks optional ones. */
export function takes(
  spec: string,
  run: (host: Host, value: Value, bound: BoundArguments) => Value,
): Builtin {
  const parameters = spec === '' ? [] : spec.split(' ')
  const names = parameters.map((name) => name.replace('?', ''))
  const required = parameters.filter((name) => !name.endsWith('?')).length
  return (host, value, args) => run(host, value, bind(names, required, args))
}

function bind(names: readonly string[], required: number, args: Arguments): BoundArguments {
  if (args.positional.length > names.length) fail(`takes at most ${names.length} arguments`)
  const bound: (Value | undefined)[] = args.positional.slice()
  for (const [name, value] of args.named) {
    const index = names.indexOf(name)
    if (index < 0) fail(`got an unexpected keyword argument '${name}'`)
    if (bound[index] !== undefined) fail(`got multiple values for argument '${name}'`)
    bound[index] = value
  }
  for (let index = 0; index < required; index++) {
    if (bound[index] === undefined) fail(`missing required argument '${names[index]}'`)
  }
  return bound
}

export function textArg(value: Value | undefined, name: string, fallback?: string): string {
  if (value === undefined && fallback !== undefined) return fallback
  return textOf(value ?? null) ?? fail(`${name} must be str, not ${typeName(value ?? null)}`)
}

export function intArg(value: Value | undefined, name: string, fallback: number): number {
  return value === undefined ? fallback : safeInt(value, name)
}

export function flagArg(value: Value | undefined): boolean {
  return value !== undefined && truthy(value)
}
