import type { BinaryOperator } from '../values/operators.ts'
import type { Value } from '../values/value.ts'

interface At {
  readonly line: number
}

/** The arguments of a call as written: positional, keyword, `*args` and `**kwargs`. */
export interface CallArguments {
  readonly positional: readonly Expr[]
  readonly named: readonly (readonly [string, Expr])[]
  readonly spread: Expr | null
  readonly spreadNamed: Expr | null
}

export type CompareOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in'

export type Name = At & { readonly kind: 'name'; readonly name: string }
export type CallExpr = At & { readonly kind: 'call'; readonly callee: Expr; readonly args: CallArguments }
/** `value` is null for the first filter of a filter block, which applies to the block's text. */
export type FilterExpr = At & {
  readonly kind: 'filter'
  readonly value: Expr | null
  readonly name: string
  readonly args: CallArguments
}
type TestExpr = At & {
  readonly kind: 'test'
  readonly value: Expr
  readonly name: string
  readonly args: CallArguments
}

export type Expr =
  | (At & { readonly kind: 'const'; readonly value: Value })
  | Name
  | (At & { readonly kind: 'tuple'; readonly items: readonly Expr[] })
  | (At & { readonly kind: 'list'; readonly items: readonly Expr[] })
  | (At & { readonly kind: 'dict'; readonly entries: readonly (readonly [Expr, Expr])[] })
  | (At & { readonly kind: 'attribute'; readonly value: Expr; readonly name: string })
  | (At & { readonly kind: 'item'; readonly value: Expr; readonly key: Expr })
  | (At & {
      readonly kind: 'slice'
      readonly start: Expr | null
      readonly stop: Expr | null
      readonly step: Expr | null
    })
  | CallExpr
  | FilterExpr
  | TestExpr
  | (At & {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: Expr
      readonly right: Expr
    })
  | (At & { readonly kind: 'unary'; readonly operator: '-' | '+'; readonly value: Expr })
  | (At & { readonly kind: 'not'; readonly value: Expr })
  | (At & { readonly kind: 'and' | 'or'; readonly left: Expr; readonly right: Expr })
  | (At & {
      readonly kind: 'compare'
      readonly first: Expr
      readonly rest: readonly (readonly [CompareOperator, Expr])[]
    })
  | (At & { readonly kind: 'concat'; readonly items: readonly Expr[] })
  | (At & {
      readonly kind: 'if'
      readonly test: Expr
      readonly whenTrue: Expr
      readonly otherwise: Expr | null
    })

/** The target of a `set`, `for` or `with`. */
export type Target =
  | Name
  | (At & { readonly kind: 'member'; readonly object: string; readonly name: string })
  | (At & { readonly kind: 'targets'; readonly items: readonly Target[] })

/** The parameters and body of a macro or call block. */
export interface Signature {
  readonly parameters: readonly { readonly name: string; readonly fallback: Expr | null }[]
  readonly body: readonly Statement[]
  readonly usesCaller: boolean
  readonly usesVarargs: boolean
  readonly usesKwargs: boolean
}

export type ForStatement = At & {
  readonly kind: 'for'
  readonly target: Target
  readonly items: Expr
  readonly test: Expr | null
  readonly recursive: boolean
  readonly usesLoop: boolean
  readonly body: readonly Statement[]
  readonly otherwise: readonly Statement[]
}
export type BlockStatement = At & {
  readonly kind: 'block'
  readonly name: string
  readonly scoped: boolean
  readonly required: boolean
  readonly body: readonly Statement[]
}

export type Statement =
  | (At & { readonly kind: 'text'; readonly text: string })
  | (At & { readonly kind: 'print'; readonly value: Expr })
  | (At & {
      readonly kind: 'branch'
      readonly branches: readonly { readonly test: Expr; readonly body: readonly Statement[] }[]
      readonly otherwise: readonly Statement[]
    })
  | ForStatement
  | (At & { readonly kind: 'set'; readonly target: Target; readonly value: Expr })
  | (At & {
      readonly kind: 'capture'
      readonly target: Target
      readonly filter: FilterExpr | null
      readonly body: readonly Statement[]
    })
  | (At & {
      readonly kind: 'with'
      readonly bindings: readonly (readonly [Target, Expr])[]
      readonly body: readonly Statement[]
    })
  | (At & { readonly kind: 'macro'; readonly name: string; readonly signature: Signature })
  | (At & { readonly kind: 'callBlock'; readonly signature: Signature; readonly call: CallExpr })
  | (At & { readonly kind: 'filterBlock'; readonly filter: FilterExpr; readonly body: readonly Statement[] })
  | BlockStatement
  | (At & { readonly kind: 'autoescape'; readonly value: Expr; readonly body: readonly Statement[] })
  | (At & {
      readonly kind: 'unsupported'
      readonly tag: string
      readonly names: readonly string[]
      readonly value: Expr
    })

export interface Template {
  readonly body: readonly Statement[]
  readonly blocks: ReadonlyMap<string, BlockStatement>
}
