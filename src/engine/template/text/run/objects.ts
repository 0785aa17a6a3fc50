import type { Budget } from '../budget.ts'
import { fail } from '../errors.ts'
import { repr } from '../values/repr.ts'
import {
  type Arguments,
  Callable,
  type Dict,
  type Host,
  TemplateObject,
  Tuple,
  type Value,
} from '../values/value.ts'

/** `namespace(...)`: the only object whose members templates can set. */
export class Namespace extends TemplateObject {
  readonly typeName = 'Namespace'
  readonly members: Dict

  constructor(members: Dict) {
    super()
    this.members = members
  }

  describe(budget: Budget): string {
    return `<Namespace ${repr(this.members, budget)}>`
  }

  override attribute(name: string): Value | undefined {
    return this.members.text(name)
  }
}

/** `cycler(...)`: gives its items one after the other, over and over. */
export class Cycler extends TemplateObject {
  readonly typeName = 'Cycler'
  private readonly items: readonly Value[]
  private position = 0

  constructor(items: readonly Value[]) {
    super()
    if (items.length === 0) fail('at least one item has to be provided')
    this.items = items
  }

  describe(): string {
    return '<Cycler>'
  }

  override attribute(name: string): Value | undefined {
    if (name === 'current') return this.items[this.position]!
    if (name === 'next') return new Callable('next', () => this.next())
    if (name === 'reset') return new Callable('reset', () => this.reset())
    if (name === 'items') return new Tuple(this.items)
    return name === 'pos' ? this.position : undefined
  }

  private next(): Value {
    const item = this.items[this.position]!
    this.position = (this.position + 1) % this.items.length
    return item
  }

  private reset(): Value {
    this.position = 0
    return null
  }
}

/** `joiner(sep)`: empty on its first call, the separator afterwards. */
export class Joiner extends TemplateObject {
  readonly typeName = 'Joiner'
  private readonly separator: Value
  private used = false

  constructor(separator: Value) {
    super()
    this.separator = separator
  }

  describe(): string {
    return '<Joiner>'
  }

  override attribute(name: string): Value | undefined {
    if (name === 'sep') return this.separator
    return name === 'used' ? this.used : undefined
  }

  override get callable(): boolean {
    return true
  }

  override call(_host: Host, args: Arguments): Value {
    if (args.positional.length + args.named.size > 0) fail('takes no arguments')
    if (this.used) return this.separator
    this.used = true
    return ''
  }
}

/** `self`: gives access to the blocks of the template. */
export class BlockTable extends TemplateObject {
  readonly typeName = 'TemplateReference'
  private readonly find: (name: string) => Callable | undefined

  constructor(find: (name: string) => Callable | undefined) {
    super()
    this.find = find
  }

  describe(): string {
    return '<TemplateReference None>'
  }

  override attribute(name: string): Value | undefined {
    return this.find(name)
  }
}
