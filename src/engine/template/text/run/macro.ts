import { fail } from '../errors.ts'
import type { Signature } from '../parse/ast.ts'
import {
  type Arguments,
  Dict,
  type Host,
  TemplateObject,
  Tuple,
  Undefined,
  type Value,
} from '../values/value.ts'

/** Renders a macro's body with the bound names and gives its text. */
type Invoke = (bound: ReadonlyMap<string, Value>) => string

/** A macro or the `caller` of a call block. */
export class Macro extends TemplateObject {
  readonly typeName = 'Macro'
  private readonly name: string | null
  private readonly signature: Signature
  private readonly invoke: Invoke

  constructor(name: string | null, signature: Signature, invoke: Invoke) {
    super()
    this.name = name
    this.signature = signature
    this.invoke = invoke
  }

  describe(): string {
    return this.name === null ? '<Macro anonymous>' : `<Macro '${this.name}'>`
  }

  override get callable(): boolean {
    return true
  }

  override attribute(name: string): Value | undefined {
    const { parameters, usesCaller, usesKwargs, usesVarargs } = this.signature
    switch (name) {
      case 'name':
        return this.name
      case 'arguments':
        return new Tuple(parameters.map((parameter) => parameter.name))
      case 'caller':
        return usesCaller
      case 'catch_kwargs':
        return usesKwargs
      case 'catch_varargs':
        return usesVarargs
      default:
        return undefined
    }
  }

  override call(_host: Host, args: Arguments): Value {
    return this.invoke(this.bind(args))
  }

  private bind({ positional, named }: Arguments): ReadonlyMap<string, Value> {
    const { parameters, usesCaller, usesKwargs, usesVarargs } = this.signature
    const bound = new Map<string, Value>()
    const unbound = new Map(named)
    parameters.forEach(({ name }, index) => {
      const value = index < positional.length ? positional[index] : unbound.get(name)
      if (index >= positional.length) unbound.delete(name)
      if (value !== undefined) bound.set(name, value)
    })
    if (usesCaller && parameters.every(({ name }) => name !== 'caller')) {
      bound.set('caller', unbound.get('caller') ?? new Undefined('No caller defined'))
      unbound.delete('caller')
    }
    if (usesKwargs) bound.set('kwargs', dictOf(unbound))
    else if (unbound.size > 0)
      fail(`macro ${this.described()} takes no keyword argument '${[...unbound.keys()][0]}'`)
    if (usesVarargs) bound.set('varargs', new Tuple(positional.slice(parameters.length)))
    else if (positional.length > parameters.length) {
      fail(`macro ${this.described()} takes not more than ${parameters.length} argument(s)`)
    }
    return bound
  }

  private described(): string {
    return this.name === null ? 'None' : `'${this.name}'`
  }
}

function dictOf(namedArgs: ReadonlyMap<string, Value>): Dict {
  const dict = new Dict()
  for (const [name, value] of namedArgs) dict.setText(name, value)
  return dict
}
