import type { BinaryOperator } from '../values/operators.ts'
import type { Value } from '../values/value.ts'

interface Located {
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

export type Name = Located & { readonly kind: 'name'; readonly name: string }
export type CallExpr = Located & {
  readonly kind: 'call'
  readonly callee: Expr
  readonly args: CallArguments
}
/** `value` is null for the first filter of a filter block, which applies to the block's text. */
export type FilterExpr = Located & {
  readonly kind: 'filter'
  readonly value: Expr | null
  readonly name: string
  readonly args: CallArguments
}
type TestExpr = Located & {
  readonly kind: 'test'
  readonly value: Expr
  readonly name: string
  readonly args: CallArguments
}

export type Expr =
  | (Located & { readonly kind: 'const'; readonly value: Value })
  | Name
  | (Located & { readonly kind: 'tuple'; readonly items: readonly Expr[] })
  | (Located & { readonly kind: 'list'; readonly items: readonly Expr[] })
  | (Located & { readonly kind: 'dict'; readonly entries: readonly (readonly [Expr, Expr])[] })
  | (Located & { readonly kind: 'attribute'; readonly value: Expr; readonly name: string })
  | (Located & { readonly kind: 'item'; readonly value: Expr; readonly key: Expr })
  | (Located & {
      readonly kind: 'slice'
      readonly start: Expr | null
      readonly stop: Expr | null
      readonly step: Expr | null
    })
  | CallExpr
  | FilterExpr
  | TestExpr
  | (Located & {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: Expr
      readonly right: Expr
    })
  | (Located & { readonly kind: 'unary'; readonly operator: '-' | '+'; readonly value: Expr })
  | (Located & { readonly kind: 'not'; readonly value: Expr })
  | (Located & { readonly kind: 'and' | 'or'; readonly left: Expr; readonly right: Expr })
  | (Located & {
      readonly kind: 'compare'
      readonly first: Expr
      readonly rest: readonly (readonly [CompareOperator, Expr])[]
    })
  | (Located & { readonly kind: 'concat'; readonly items: readonly Expr[] })
  | (Located & {
      readonly kind: 'if'
      readonly test: Expr
      readonly whenTrue: Expr
      readonly otherwise: Expr | null
    })

/** The target of a `set`, `for` or `with`. */
export type Target =
  | Name
  | (Located & { readonly kind: 'member'; readonly object: string; readonly name: string })
  | (Located & { readonly kind: 'targets'; readonly items: readonly Target[] })

/** The parameters and body of a macro or call block. */
export interface Signature {
  readonly parameters: readonly { readonly name: string; readonly fallback: Expr | null }[]
  readonly body: readonly Statement[]
  readonly usesCaller: boolean
  readonly usesVarargs: boolean
  readonly usesKwargs: boolean
}

export type ForStatement = Located & {
  readonly kind: 'for'
  readonly target: Target
  readonly items: Expr
  readonly test: Expr | null
  readonly recursive: boolean
  readonly usesLoop: boolean
  readonly body: readonly Statement[]
  readonly otherwise: readonly Statement[]
}
export type BlockStatement = Located & {
  readonly kind: 'block'
  readonly name: string
  readonly scoped: boolean
  readonly required: boolean
  readonly body: readonly Statement[]
}

export type Statement =
  | (Located & { readonly kind: 'text'; readonly text: string })
  | (Located & { readonly kind: 'print'; readonly value: Expr })
  | (Located & {
      readonly kind: 'branch'
      readonly branches: readonly { readonly test: Expr; readonly body: readonly Statement[] }[]
      readonly otherwise: readonly Statement[]
    })
  | ForStatement
  | (Located & { readonly kind: 'set'; readonly target: Target; readonly value: Expr })
  | (Located & {
      readonly kind: 'capture'
      readonly target: Target
      readonly filter: FilterExpr | null
      readonly body: readonly Statement[]
    })
  | (Located & {
      readonly kind: 'with'
      readonly bindings: readonly (readonly [Target, Expr])[]
      readonly body: readonly Statement[]
    })
  | (Located & { readonly kind: 'macro'; readonly name: string; readonly signature: Signature })
  | (Located & { readonly kind: 'callBlock'; readonly signature: Signature; readonly call: CallExpr })
  | (Located & {
      readonly kind: 'filterBlock'
      readonly filter: FilterExpr
      readonly body: readonly Statement[]
    })
  | BlockStatement
  | (Located & { readonly kind: 'autoescape'; readonly value: Expr; readonly body: readonly Statement[] })
  | (Located & {
      readonly kind: 'unsupported'
      readonly tag: string
      readonly names: readonly string[]
      readonly value: Expr
    })

export interface Template {
  readonly body: readonly Statement[]
  readonly blocks: ReadonlyMap<string, BlockStatement>
}
