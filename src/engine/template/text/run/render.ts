import { Budget, type RenderLimits } from '../budget.ts'
import type { Template } from '../parse/ast.ts'
import { importValue } from '../values/import.ts'
import { type Arguments, type Host, Undefined, type Value } from '../values/value.ts'
import { getAttribute, getItem } from './access.ts'
import { runFilter, runTest } from './evaluate.ts'

/** The state of one render: variables, output and budget. */
export class Render implements Host {
  readonly budget: Budget
  readonly template: Template
  /** The current line, for error messages. */
  line = 1
  private out = ''
  private readonly variables: Readonly<Record<string, unknown>>
  private readonly imported = new Map<string, Value>()
  private readonly importedObjects = new Map<object, Value>()

  constructor(
    template: Template,
    variables: Readonly<Record<string, unknown>>,
    limits: Readonly<RenderLimits>,
  ) {
    this.template = template
    this.variables = variables
    this.budget = new Budget(limits)
  }

  get output(): string {
    return this.out
  }

  write(text: string): void {
    this.budget.read(text.length)
    this.budget.checkLength(this.out.length + text.length)
    this.out += text
  }

  /** Runs `body` and returns its output instead of appending it. */
  capture(body: () => void): string {
    const before = this.out
    this.out = ''
    body()
    const captured = this.out
    this.out = before
    return captured
  }

  /** One of the caller's variables, copied on first use; own keys only. */
  variable(name: string): Value | undefined {
    const cached = this.imported.get(name)
    if (cached !== undefined) return cached
    if (!Object.hasOwn(this.variables, name)) return undefined
    const value = importValue(this.variables[name], this.importedObjects)
    if (value instanceof Undefined) return undefined
    this.imported.set(name, value)
    return value
  }

  attribute(value: Value, name: string): Value {
    return getAttribute(value, name)
  }

  item(value: Value, key: Value): Value {
    return getItem(value, key, this.budget)
  }

  callFilter(name: string, value: Value, args: Arguments): Value {
    return runFilter(name, value, args, this)
  }

  callTest(name: string, value: Value, args: Arguments): boolean {
    return runTest(name, value, args, this)
  }
}
