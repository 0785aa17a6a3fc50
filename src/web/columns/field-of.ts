import type { Config } from './config.ts'

export interface Common {
  readonly path: string
  readonly label: string
  readonly hint?: string
  /** Shown only where it has a meaning. */
  readonly when?: (config: Config) => boolean
  /** Behind "More options". */
  readonly isMore?: true
  /** Other places of the config that the same control writes. */
  readonly also?: readonly string[]
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
        readonly value: 'line' | 'text' | 'number' | 'json' | 'assertions' | 'scenarios'
      }
    /** Names, and the columns that fill them, or values that are written. */
    | { readonly kind: 'mapping'; readonly names: 'variables' | 'headers' | 'parameters' | 'worths' }
    | { readonly kind: 'prompt'; readonly inLoop?: true; readonly hasHistory?: true }
    | { readonly kind: 'workflow'; readonly inLoop?: true }
    | { readonly kind: 'mcp' | 'conditions' | 'constant' | 'composition' }
  )

/**
 * A place of the schema with better words: which control it has, its choices and its bounds are the schema's.
 */
export type Worded = Common & {
  readonly kind?: undefined
  readonly placeholder?: string
  /** What each choice is called, in the order they are offered. */
  readonly words?: Readonly<Record<string, string>>
  /** What it is called that nothing is chosen. */
  readonly none?: string
  /** What counts when nothing is chosen, where the schema leaves it to the engine. */
  readonly standard?: string
  readonly chosen?: (config: Config, value: string) => Config
  /** Written in one line although it may be long, or in several. */
  readonly as?: 'line' | 'text' | 'lines' | 'code' | 'parameters'
}

/** What is written by hand of a form. */
export type Drawn = FieldOf | Worded
