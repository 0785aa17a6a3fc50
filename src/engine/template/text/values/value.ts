import type { Budget } from '../budget.ts'

/**
 * Every value a template can hold. Whole numbers are `number` while safe and `bigint` beyond; all floats are
 * {@link Float}. Lists are arrays, which always belong to this render, never to the caller.
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Value[]
  | Float
  | Tuple
  | Markup
  | Undefined
  | Lazy
  | Range
  | Dict
  | DictView
  | TemplateObject

/** The parts of the running render that built-in functions may use. */
export interface Host {
  readonly budget: Budget
  callFilter(name: string, value: Value, args: Arguments): Value
  callTest(name: string, value: Value, args: Arguments): boolean
  /** `value.name`: methods first, then keys. */
  attribute(value: Value, name: string): Value
  /** `value[key]`: keys and positions first, then methods. */
  item(value: Value, key: Value): Value
}

/** The arguments of a call after `*args` and `**kwargs` were spread. */
export interface Arguments {
  readonly positional: readonly Value[]
  readonly named: ReadonlyMap<string, Value>
}

export const NO_ARGUMENTS: Arguments = { positional: [], named: new Map() }

/** A Python float; kept apart from whole numbers because `2.0` and `2` print differently. */
export class Float {
  readonly value: number
  /** The original digits, if the double does not print them. */
  readonly written: string | undefined
  constructor(value: number, written?: string) {
    this.value = value
    this.written = written
  }
}

/** A Python tuple; `fields` names the items of a named tuple (groupby). */
export class Tuple {
  readonly items: readonly Value[]
  readonly fields: readonly string[]
  constructor(items: readonly Value[], fields: readonly string[] = []) {
    this.items = items
    this.fields = fields
  }
}

/** Text that is already escaped for HTML (markupsafe.Markup). */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * A missing value. It prints nothing and is false; if `chainable`, each of its attributes is the missing
 * value itself.
 */
export class Undefined {
  readonly message: string
  readonly chainable: boolean
  constructor(message: string, chainable = true) {
    this.message = message
    this.chainable = chainable
  }
}

/** A one-pass iterator such as the result of `map` or `select`. */
export class Lazy {
  readonly iterator: Iterator<Value>
  readonly name: string
  constructor(name: string, iterator: Iterator<Value>) {
    this.name = name
    this.iterator = iterator
  }
}

/** The result of `range()`. */
export class Range {
  readonly start: number
  readonly step: number
  readonly length: number
  constructor(start: number, step: number, length: number) {
    this.start = start
    this.step = step
    this.length = length
  }
  at(index: number): number {
    return this.start + index * this.step
  }
}

/** The result of a dict's `keys()`, `values()` or `items()`. */
export class DictView {
  readonly dict: Dict
  readonly part: 'keys' | 'values' | 'items'
  constructor(dict: Dict, part: 'keys' | 'values' | 'items') {
    this.dict = dict
    this.part = part
  }
}

/** An object of the engine itself: functions, macros, loops, namespaces. Only `attribute` can be reached. */
export abstract class TemplateObject {
  abstract readonly typeName: string
  /** The text of `repr()`. */
  abstract describe(budget: Budget): string
  attribute(_name: string): Value | undefined {
    return undefined
  }
  call(_host: Host, _args: Arguments): Value | undefined {
    return undefined
  }
  get callable(): boolean {
    return false
  }
}

/** A function that templates can call. */
export class Callable extends TemplateObject {
  readonly typeName = 'builtin_function_or_method'
  readonly name: string
  private readonly run: (host: Host, args: Arguments) => Value

  constructor(name: string, run: (host: Host, args: Arguments) => Value) {
    super()
    this.name = name
    this.run = run
  }

  describe(): string {
    return `<built-in method ${this.name}>`
  }

  override call(host: Host, args: Arguments): Value {
    return this.run(host, args)
  }

  override get callable(): boolean {
    return true
  }
}

/** A key that JavaScript's Map compares as Python compares the value: `1`, `1.0` and `True` are one key. */
export type HashKey = unknown

interface Entry {
  readonly key: Value
  value: Value
}

/** A Python dict: insertion order, any hashable key, no prototype to reach. */
export class Dict {
  readonly entries = new Map<HashKey, Entry>()

  get size(): number {
    return this.entries.size
  }

  get(hash: HashKey): Value | undefined {
    return this.entries.get(hash)?.value
  }

  /** Looks up a text key. */
  text(name: string): Value | undefined {
    return this.get(textHash(name))
  }

  set(hash: HashKey, key: Value, value: Value): void {
    const entry = this.entries.get(hash)
    if (entry) entry.value = value
    else this.entries.set(hash, { key, value })
  }

  setText(name: string, value: Value): void {
    this.set(textHash(name), name, value)
  }

  *keys(): Generator<Value> {
    for (const entry of this.entries.values()) yield entry.key
  }

  *values(): Generator<Value> {
    for (const entry of this.entries.values()) yield entry.value
  }

  *items(): Generator<Tuple> {
    for (const entry of this.entries.values()) yield new Tuple([entry.key, entry.value])
  }
}

export function textHash(text: string): HashKey {
  return text.charCodeAt(0) === 0 ? `\0s${text}` : text
}
