import { fail } from '../errors.ts'
import type { BlockStatement, CallExpr, ForStatement, Signature, Statement, Target } from '../parse/ast.ts'
import { str } from '../values/repr.ts'
import { iterate, iterateItems, toList } from '../values/sequences.ts'
import { truthy } from '../values/types.ts'
import { type Arguments, Callable, type Host, Lazy, Undefined, type Value } from '../values/value.ts'
import { callValue, evaluate, evaluateArguments, filterText } from './evaluate.ts'
import { Loop } from './loop.ts'
import { Macro } from './macro.ts'
import { BlockTable, Namespace } from './objects.ts'
import type { Render } from './render.ts'
import { Scope } from './scope.ts'

/** Renders a whole template and gives its text. */
export function renderTemplate(render: Render): string {
  const top = new Executor(render)
  top.body(render.template.body, top.scope)
  return render.output
}

class Executor {
  readonly scope = new Scope(null)
  private readonly render: Render

  constructor(render: Render) {
    this.render = render
    this.scope.set('self', new BlockTable((name) => this.blockCall(name)))
  }

  body(statements: readonly Statement[], scope: Scope): void {
    for (const statement of statements) {
      this.render.budget.step()
      this.statement(statement, scope)
    }
  }

  private statement(statement: Statement, scope: Scope) {
    const { render } = this
    if (statement.kind !== 'text') render.line = statement.line
    switch (statement.kind) {
      case 'text':
        return render.write(statement.text)
      case 'print':
        return this.print(evaluate(statement.value, scope, render))
      case 'branch': {
        const branch = statement.branches.find(({ test }) => truthy(evaluate(test, scope, render)))
        return this.body(branch ? branch.body : statement.otherwise, scope)
      }
      case 'for':
        return this.for(statement, scope)
      case 'set':
        return this.set(statement.target, scope, () => evaluate(statement.value, scope, render))
      case 'capture': {
        const inner = new Scope(scope)
        const text = render.capture(() => this.body(statement.body, inner))
        const value = statement.filter ? filterText(statement.filter, text, inner, render) : text
        return this.assign(statement.target, value, scope)
      }
      case 'with': {
        const inner = new Scope(scope)
        for (const [target, expr] of statement.bindings)
          this.assign(target, evaluate(expr, scope, render), inner)
        return this.body(statement.body, inner)
      }
      case 'macro':
        return scope.set(statement.name, this.macro(statement.name, statement.signature, scope))
      case 'callBlock':
        return this.print(this.callBlock(statement.call, this.macro(null, statement.signature, scope), scope))
      case 'filterBlock': {
        const inner = new Scope(scope)
        const text = render.capture(() => this.body(statement.body, inner))
        return this.print(filterText(statement.filter, text, inner, render))
      }
      case 'block':
        return this.block(statement, statement.scoped ? scope : this.scope)
      case 'autoescape':
        if (truthy(evaluate(statement.value, scope, render))) fail('autoescape cannot be turned on')
        return this.body(statement.body, new Scope(scope))
      case 'unsupported':
        return fail(`'${statement.tag}' is not supported: templates are single texts`)
    }
  }

  private print(value: Value): void {
    this.render.write(str(value, this.render.budget))
  }

  private for(statement: ForStatement, scope: Scope): void {
    const items = evaluate(statement.items, scope, this.render)
    if (statement.recursive) this.render.write(this.recursive(statement, items, 0, scope))
    else this.loop(statement, items, 0, scope)
  }

  private recursive(statement: ForStatement, items: Value, depth0: number, scope: Scope): string {
    const { render } = this
    return render.budget.nested(() => render.capture(() => this.loop(statement, items, depth0, scope)))
  }

  private loop(statement: ForStatement, all: Value, depth0: number, scope: Scope): void {
    const { render } = this
    const items = statement.test ? new Lazy('loop filter', this.filtered(statement, all, scope)) : all
    const recurse = statement.recursive
      ? (inner: Value, depth: number) => this.recursive(statement, inner, depth, scope)
      : null
    const loop = statement.usesLoop ? new Loop(items, render.budget, recurse, depth0) : null
    const iterator = loop ? null : iterate(items)
    let empty = true
    for (;;) {
      const item = loop ? loop.next() : nextOf(iterator!)
      if (item === undefined) break
      empty = false
      render.budget.step()
      const inner = new Scope(scope)
      if (loop) inner.set('loop', loop)
      this.assign(statement.target, item, inner)
      this.body(statement.body, inner)
    }
    if (empty) this.body(statement.otherwise, new Scope(scope))
  }

  /** The items that pass the loop's own `if`. */
  private *filtered(statement: ForStatement, items: Value, scope: Scope): Generator<Value> {
    for (const item of iterateItems(items, this.render.budget)) {
      const inner = new Scope(scope)
      this.assign(statement.target, item, inner)
      if (truthy(evaluate(statement.test!, inner, this.render))) yield item
    }
  }

  private set(target: Target, scope: Scope, value: () => Value): void {
    this.checkNamespaces(target, scope)
    this.assign(target, value(), scope)
  }

  private checkNamespaces(target: Target, scope: Scope): void {
    if (target.kind === 'targets') for (const item of target.items) this.checkNamespaces(item, scope)
    else if (target.kind === 'member' && !(scope.get(target.object) instanceof Namespace)) {
      fail('cannot assign attribute on non-namespace object')
    }
  }

  private assign(target: Target, value: Value, scope: Scope): void {
    if (target.kind === 'name') scope.set(target.name, value)
    else if (target.kind === 'targets') this.unpack(target.items, value, scope)
    else {
      const namespace = scope.get(target.object)
      if (namespace instanceof Namespace) namespace.members.setText(target.name, value)
      else fail('cannot assign attribute on non-namespace object')
    }
  }

  private unpack(targets: readonly Target[], value: Value, scope: Scope): void {
    const items = toList(value, this.render.budget)
    if (items.length !== targets.length)
      fail(`cannot unpack ${items.length} values into ${targets.length} names`)
    for (const [index, target] of targets.entries()) this.assign(target, items[index]!, scope)
  }

  private macro(name: string | null, signature: Signature, scope: Scope): Macro {
    const { render } = this
    return new Macro(name, signature, (bound) => {
      const inner = new Scope(scope)
      for (const parameter of signature.parameters) {
        inner.set(parameter.name, new Undefined(`parameter '${parameter.name}' was not provided`))
      }
      for (const [key, value] of bound) inner.set(key, value)
      return render.budget.nested(() => {
        for (const { name: key, fallback } of signature.parameters) {
          if (fallback && !bound.has(key)) inner.set(key, evaluate(fallback, inner, render))
        }
        return render.capture(() => this.body(signature.body, inner))
      })
    })
  }

  private callBlock(call: CallExpr, caller: Macro, scope: Scope): Value {
    const callee = evaluate(call.callee, scope, this.render)
    const args: Arguments = evaluateArguments(call.args, scope, this.render)
    const namedArgs = new Map(args.named).set('caller', caller)
    return callValue(callee, { positional: args.positional, named: namedArgs }, this.render)
  }

  private block(block: BlockStatement, scope: Scope): void {
    if (block.required) fail(`Required block '${block.name}' not found`)
    const inner = new Scope(scope)
    inner.set('super', new Undefined(`there is no parent block called '${block.name}'.`))
    this.body(block.body, inner)
  }

  private blockCall(name: string): Callable | undefined {
    const block = this.render.template.blocks.get(name)
    if (!block) return undefined
    return new Callable(name, (host: Host) =>
      host.budget.nested(() => this.render.capture(() => this.block(block, this.scope))),
    )
  }
}

function nextOf(iterator: Iterator<Value>): Value | undefined {
  const next = iterator.next()
  return next.done ? undefined : next.value
}
