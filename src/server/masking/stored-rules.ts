import type { Body, Endpoints } from '../../contract/index.ts'
import type { MaskingRule } from '../../engine/masking/index.ts'
import { type CompiledRules, compileRules } from '../../engine/masking/index.ts'
import { PatternError } from '../../engine/patterns/pattern-error.ts'
import { Refusal } from '../../engine/refusal.ts'

export type NewRule = Body<Endpoints['changeMasking']>['rules'][number]

export const ruleOf = ({ id, name, is_on, action, target }: NewRule): MaskingRule => ({
  id: id ?? '',
  name,
  isOn: is_on,
  action,
  target,
})

/** A stored rule. A new target gets a new id, so that a count belongs to one target. */
export interface StoredRule extends MaskingRule {
  /** Time of creation, in milliseconds since 1970. */
  readonly since: number
}

/** Compiles the rules. @throws Refusal if a pattern or path is not valid, or takes too long. */
export function checkedRules(rules: readonly MaskingRule[]): CompiledRules {
  for (const [index, rule] of rules.entries())
    try {
      compileRules([{ ...rule, isOn: true }])
    } catch (error) {
      if (!(error instanceof PatternError)) throw error
      const { kind } = rule.target
      throw new Refusal('invalid', error.message, { loc: ['body', 'rules', index, 'target', kind] })
    }
  return compileRules(rules)
}
