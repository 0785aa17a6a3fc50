export const axes = [
  'ancestor',
  'ancestor-or-self',
  'attribute',
  'child',
  'descendant',
  'descendant-or-self',
  'following',
  'following-sibling',
  'parent',
  'preceding',
  'preceding-sibling',
  'self',
] as const

export type Axis = (typeof axes)[number]

export type NodeTest =
  | { readonly kind: 'every' }
  /** `*`, or `prefix:*`. */
  | { readonly kind: 'any'; readonly prefix: string | null }
  /** A namespace comes from ElementTree's `{uri}name`; a prefix is compared literally. */
  | {
      readonly kind: 'name'
      readonly prefix: string
      readonly local: string
      readonly namespace: string | null
    }
  | { readonly kind: 'text' | 'comment' | 'instruction' }

export interface Step {
  readonly axis: Axis
  readonly test: NodeTest
  readonly predicates: readonly Expression[]
}

export type BinaryOperator =
  | 'or'
  | 'and'
  | '='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '*'
  | 'div'
  | 'mod'

export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number }
  | {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: Expression
      readonly right: Expression
    }
  | { readonly kind: 'negate'; readonly operand: Expression }
  | { readonly kind: 'union'; readonly parts: readonly Expression[] }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly Expression[] }
  | {
      readonly kind: 'path'
      /** Start of a path: the document, the context node, or an expression. */
      readonly from: 'document' | 'context' | Expression
      readonly predicates: readonly Expression[]
      readonly steps: readonly Step[]
    }
