import type { Expr, Signature, Statement, Target, Template } from './ast.ts'
import { childrenOf } from './walk.ts'

/** Visits reads and writes of names, scope by scope. */
export interface NameVisitor {
  read(name: string): void
  write(name: string): void
  /** A filter or test; `optional` inside `if`, where Jinja2 refuses unknown ones only at run time. */
  builtin(kind: 'filter' | 'test', name: string, line: number, optional: boolean): void
  /** Visits a part that may not run, such as a branch of an `if`. */
  branch(visit: () => void): void
  /** Visits a part with its own names; `isolated` parts see only top-level names. */
  scope(visit: () => void, isolated?: boolean): void
}

/** Visits names in the order of the text. */
export function visitNames(template: Template, visitor: NameVisitor): void {
  new NameWalk(visitor).body(template.body, false)
}

class NameWalk {
  private readonly visitor: NameVisitor

  constructor(visitor: NameVisitor) {
    this.visitor = visitor
  }

  body(statements: readonly Statement[], optional: boolean): void {
    for (const statement of statements) this.statement(statement, optional)
  }

  private statement(statement: Statement, optional: boolean) {
    const { visitor } = this
    switch (statement.kind) {
      case 'text':
        return
      case 'print':
        return this.expr(statement.value, optional)
      case 'branch':
        for (const { test, body } of statement.branches) {
          this.expr(test, true)
          visitor.branch(() => this.body(body, true))
        }
        return visitor.branch(() => this.body(statement.otherwise, true))
      case 'for':
        this.expr(statement.items, optional)
        visitor.scope(() => {
          this.target(statement.target)
          if (statement.test) this.expr(statement.test, false)
          visitor.write('loop')
          this.body(statement.body, false)
        })
        return visitor.scope(() => this.body(statement.otherwise, false))
      case 'set':
        this.expr(statement.value, optional)
        return this.target(statement.target)
      case 'capture':
        visitor.scope(() => {
          if (statement.filter) this.expr(statement.filter, false)
          this.body(statement.body, false)
        })
        return this.target(statement.target)
      case 'with':
        for (const [, value] of statement.bindings) this.expr(value, optional)
        return visitor.scope(() => {
          for (const [target] of statement.bindings) this.target(target)
          this.body(statement.body, false)
        })
      case 'macro':
        visitor.write(statement.name)
        return this.signature(statement.signature)
      case 'callBlock':
        this.expr(statement.call, optional)
        return this.signature(statement.signature)
      case 'filterBlock':
        return visitor.scope(() => {
          this.expr(statement.filter, false)
          this.body(statement.body, false)
        })
      case 'block':
        return visitor.scope(() => {
          visitor.write('self')
          visitor.write('super')
          this.body(statement.body, false)
        }, true)
      case 'autoescape':
        this.expr(statement.value, optional)
        return visitor.scope(() => this.body(statement.body, optional))
      case 'unsupported':
        this.expr(statement.value, optional)
        for (const name of statement.names) visitor.write(name)
    }
  }

  private signature({ parameters, body, ...uses }: Signature): void {
    this.visitor.scope(() => {
      for (const { name } of parameters) this.visitor.write(name)
      if (uses.usesCaller) this.visitor.write('caller')
      if (uses.usesVarargs) this.visitor.write('varargs')
      if (uses.usesKwargs) this.visitor.write('kwargs')
      for (const { fallback } of parameters) if (fallback) this.expr(fallback, false)
      this.body(body, false)
    })
  }

  private target(target: Target): void {
    if (target.kind === 'name') this.visitor.write(target.name)
    else if (target.kind === 'member') this.visitor.read(target.object)
    else for (const item of target.items) this.target(item)
  }

  private expr(expr: Expr, optional: boolean): void {
    if (expr.kind === 'name') this.visitor.read(expr.name)
    const inner = optional || expr.kind === 'if'
    for (const child of childrenOf(expr)) this.expr(child, inner)
    if (expr.kind === 'filter' || expr.kind === 'test') {
      this.visitor.builtin(expr.kind, expr.name, expr.line, optional)
    }
  }
}
