/** `\w`, `\d`, `\s` and their negations. */
export type CharacterSet = 'word' | 'not-word' | 'digit' | 'not-digit' | 'space' | 'not-space'

export type ClassItem =
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  | { readonly kind: 'set'; readonly set: CharacterSet; readonly ascii: boolean }
  /** `\p{L}` as written; accepted although Python lacks it. */
  | { readonly kind: 'property'; readonly text: string }

export type Assertion = 'start' | 'end' | 'line-start' | 'line-end' | 'very-end' | 'boundary' | 'not-boundary'

/** A parsed pattern in Python's dialect. All flags except ignore-case are applied. */
export type RegexNode =
  | { readonly kind: 'character'; readonly code: number }
  | { readonly kind: 'any'; readonly newline: boolean }
  | { readonly kind: 'class'; readonly negated: boolean; readonly items: readonly ClassItem[] }
  | { readonly kind: 'assertion'; readonly assertion: Assertion; readonly ascii: boolean }
  | { readonly kind: 'capture'; readonly name?: string; readonly body: RegexNode }
  | { readonly kind: 'case'; readonly ignore: boolean; readonly body: RegexNode }
  | { readonly kind: 'look'; readonly ahead: boolean; readonly negated: boolean; readonly body: RegexNode }
  | { readonly kind: 'reference'; readonly to: number | string }
  | {
      readonly kind: 'repeat'
      readonly min: number
      /** Infinity without an upper bound. */
      readonly max: number
      readonly lazy: boolean
      readonly body: RegexNode
    }
  | { readonly kind: 'sequence'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly options: readonly RegexNode[] }

export interface RegexTree {
  readonly body: RegexNode
  readonly ignoreCase: boolean
  readonly captures: number
}
