import type { Config } from './config.ts'

interface Common {
  readonly path: string
  readonly label: string
  readonly hint?: string
  /** Shown only where it has a meaning. */
  readonly when?: (config: Config) => boolean
  /** Behind "More options". */
  readonly isMore?: true
}

export interface Choice {
  readonly value: string
  readonly label: string
}

/** One control of a form, about the config's value at `path`. */
export type FieldOf = Common &
  (
    | { readonly kind: 'column'; readonly isOptional?: true }
    | { readonly kind: 'columns'; readonly least: number; readonly most?: number }
    | { readonly kind: 'line' | 'pattern' | 'text'; readonly placeholder?: string }
    | { readonly kind: 'code' | 'json' }
    /** One text on each line. */
    | { readonly kind: 'lines' }
    | { readonly kind: 'number'; readonly placeholder?: string }
    | {
        readonly kind: 'choice'
        readonly choices: readonly Choice[]
        /** What counts when nothing is chosen. */
        readonly standard?: string
        /** What else the choice changes. */
        readonly chosen?: (config: Config, value: string) => Config
      }
    | { readonly kind: 'switch'; readonly standard?: boolean }
    /** Another column, or a value written here: never both. */
    | {
        readonly kind: 'either'
        readonly valuePath: string
        readonly value: 'line' | 'text' | 'number' | 'json'
      }
    /** Names, and the columns that fill them. */
    | { readonly kind: 'mapping'; readonly names: 'variables' | 'headers' }
    | { readonly kind: 'prompt'; readonly inLoop?: true }
    | { readonly kind: 'workflow'; readonly inLoop?: true }
    | { readonly kind: 'mcp' | 'conditions' | 'constant' }
  )
