import type { Budget } from '../budget.ts'
import { fail } from '../errors.ts'
import { equals } from '../values/compare.ts'
import { iterate, lengthOf } from '../values/sequences.ts'
import {
  type Arguments,
  Callable,
  type Host,
  Lazy,
  TemplateObject,
  Tuple,
  Undefined,
  type Value,
} from '../values/value.ts'

/** Renders the loop's body for inner items; null when the loop is not recursive. */
type Recurse = ((items: Value, depth0: number) => string) | null

/** The special variable `loop`, which also drives the iteration. */
export class Loop extends TemplateObject {
  readonly typeName = 'LoopContext'
  private readonly items: Value
  private readonly recurse: Recurse
  private readonly depth0: number
  private readonly budget: Budget
  private iterator: Iterator<Value>
  private index0 = -1
  private ahead: Value | undefined
  private currentItem: Value | undefined
  private previous: Value | undefined
  private knownLength: number | undefined
  private lastChanged: Tuple | undefined

  constructor(items: Value, budget: Budget, recurse: Recurse, depth0: number) {
    super()
    this.items = items
    this.iterator = iterate(items)
    this.budget = budget
    this.recurse = recurse
    this.depth0 = depth0
  }

  /** Moves to the next item; undefined at the end. */
  next(): Value | undefined {
    const item = this.peek()
    this.ahead = undefined
    if (item === undefined) return undefined
    this.index0++
    this.previous = this.currentItem
    this.currentItem = item
    return item
  }

  describe(): string {
    return `<LoopContext ${this.index0 + 1}/${this.length()}>`
  }

  override attribute(name: string): Value | undefined {
    switch (name) {
      case 'index':
        return this.index0 + 1
      case 'index0':
        return this.index0
      case 'revindex':
        return this.length() - this.index0
      case 'revindex0':
        return this.length() - this.index0 - 1
      case 'first':
        return this.index0 === 0
      case 'last':
        return this.peek() === undefined
      case 'length':
        return this.length()
      case 'depth':
        return this.depth0 + 1
      case 'depth0':
        return this.depth0
      case 'previtem':
        return this.index0 > 0 ? this.previous : new Undefined('there is no previous item')
      case 'nextitem':
        return this.following()
      case 'cycle':
        return new Callable('cycle', (_host, args) => this.cycle(args.positional))
      case 'changed':
        return new Callable('changed', (_host, args) => this.changed(new Tuple(args.positional)))
      default:
        return undefined
    }
  }

  override get callable(): boolean {
    return true
  }

  override call(_host: Host, args: Arguments): Value {
    if (!this.recurse) return fail("The loop must have the 'recursive' marker to be called recursively.")
    const items = args.positional[0] ?? args.named.get('iterable')
    if (items === undefined) return fail('loop() needs the items to loop over')
    return this.recurse(items, this.depth0 + 1)
  }

  private following(): Value {
    const item = this.peek()
    return item === undefined ? new Undefined('there is no next item') : item
  }

  private peek(): Value | undefined {
    if (this.ahead === undefined) {
      const next = this.iterator.next()
      this.ahead = next.done ? undefined : next.value
    }
    return this.ahead
  }

  private length(): number {
    if (this.knownLength === undefined) {
      const knownLength = this.items instanceof Lazy ? undefined : lengthOf(this.items)
      this.knownLength = knownLength ?? this.drain()
    }
    return this.knownLength
  }

  /** Reads all remaining items to count them. */
  private drain(): number {
    const remaining: Value[] = []
    for (let next = this.iterator.next(); !next.done; next = this.iterator.next()) {
      this.budget.step()
      remaining.push(next.value)
    }
    this.iterator = remaining[Symbol.iterator]()
    return remaining.length + this.index0 + 1 + (this.ahead === undefined ? 0 : 1)
  }

  private cycle(items: readonly Value[]): Value {
    return items.length === 0 ? fail('no items for cycling bound') : items[this.index0 % items.length]!
  }

  private changed(value: Tuple): boolean {
    if (this.lastChanged && equals(this.lastChanged, value, this.budget)) return false
    this.lastChanged = value
    return true
  }
}
