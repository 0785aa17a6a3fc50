import { fieldsOf } from '../../json/fields.ts'
import type { MatchRule } from '../model-match.ts'
import { longestName, wrongList } from './fields.ts'

/** Most texts of one rule, all of which are compared with a name; known rules have at most 11. */
const maxTexts = 100
/** The depth limit of `modelMatchOf`. */
const deepest = 5
const textKinds = ['equals', 'starts_with', 'ends_with', 'contains', 'regex']

/** The known fields of a rule. @throws Refusal 'bad_request' */
export function matchRuleIn(value: unknown, path: string): MatchRule {
  let texts = 0
  const read = (rule: unknown, depth: number): MatchRule => {
    if (depth > deepest) throw wrongList(path, `must nest ${deepest} levels at most`)
    const fields = fieldsOf(rule)
    for (const kind of ['or', 'and']) {
      const parts = fields[kind]
      if (Array.isArray(parts)) return { [kind]: parts.map((part) => read(part, depth + 1)) }
    }
    if (++texts > maxTexts) throw wrongList(path, `must have ${maxTexts} texts at most`)
    const kind = textKinds.find((textKind) => typeof fields[textKind] === 'string')
    const text = kind && String(fields[kind])
    if (text && text.length > longestName)
      throw wrongList(path, `must have texts of ${longestName} characters at most`)
    return kind ? { [kind]: text } : {}
  }
  return read(value, 0)
}
