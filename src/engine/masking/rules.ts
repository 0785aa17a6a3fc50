import { compileJsonPath, type JsonPath } from '../patterns/json-path/index.ts'
import { compileRe2 } from '../patterns/re2/index.ts'
import { type DetectorName, detectors } from './detectors/index.ts'
import type { Match } from './match.ts'

export const maskingActions = ['mask', 'pseudonym', 'drop'] as const
/** `mask` writes the label in place of the value, `pseudonym` adds a keyed hash to it, `drop` removes the value. */
export type MaskingAction = (typeof maskingActions)[number]

export type MaskingTarget =
  | { readonly kind: 'detector'; readonly detector: DetectorName }
  /** A pattern of RE2. */
  | { readonly kind: 'pattern'; readonly pattern: string }
  /** A JSON path into the body of a request, or into a span. */
  | { readonly kind: 'path'; readonly path: string }

export interface MaskingRule {
  readonly id: string
  readonly name: string
  readonly isOn: boolean
  readonly action: MaskingAction
  readonly target: MaskingTarget
}

export interface TextRule {
  readonly index: number
  readonly action: MaskingAction
  readonly label: string
  /** Whether the rule is a pattern of the workspace, not a built-in detector. */
  readonly isOwn: boolean
  /** Cost of one search, for each character. */
  readonly size: number
  find(text: string): Iterable<Match>
  canonical(value: string): string
}

export interface PathRule {
  readonly index: number
  readonly action: MaskingAction
  readonly label: string
  readonly path: JsonPath
}

export interface CompiledRules {
  readonly texts: readonly TextRule[]
  readonly paths: readonly PathRule[]
  readonly count: number
}

/** Compiles the rules that are on. Throws PatternError. */
export function compileRules(rules: readonly MaskingRule[]): CompiledRules {
  const texts: TextRule[] = []
  const paths: PathRule[] = []
  for (const [index, { name, isOn, action, target }] of rules.entries()) {
    if (!isOn) continue
    if (target.kind === 'path') {
      paths.push({ index, action, label: labelOf(name), path: compileJsonPath(target.path) })
    } else if (target.kind === 'pattern') {
      const { size, matches } = compileRe2(target.pattern)
      const canonical = (value: string) => value
      texts.push({ index, action, label: labelOf(name), isOwn: true, size, find: matches, canonical })
    } else {
      const { label, find, canonical } = detectors[target.detector]
      texts.push({ index, action, label, isOwn: false, size: 1, find, canonical })
    }
  }
  return { texts, paths, count: rules.length }
}

/** `Customer number` is shown as `[CUSTOMER_NUMBER]`. */
const labelOf = (name: string): string =>
  name
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '') || 'MASKED'
