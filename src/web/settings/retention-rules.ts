import type { Answer } from '../api/index.ts'

export type Rule = Answer<'readRetention'>['rules'][number]

/** A rule as typed. No tag means all other requests; no days means for ever. */
export interface WrittenRule {
  readonly key: number
  readonly tag: string
  readonly days: string
}

const longest = 36_500

export const writtenOf = (rules: readonly Rule[]): WrittenRule[] =>
  rules.map(({ tag, days }, key) => ({ key, tag: tag ?? '', days: days === null ? '' : String(days) }))

/** Whether the typed rules differ from the stored ones. */
export const isChanged = (typedRules: readonly WrittenRule[], rules: readonly Rule[]): boolean =>
  textOf(typedRules) !== textOf(writtenOf(rules))

const textOf = (typedRules: readonly WrittenRule[]) =>
  JSON.stringify(typedRules.map(({ tag, days }) => [tag.trim(), days.trim()]))

/** The rules, or the error of one of them. */
export function readRules(
  typedRules: readonly WrittenRule[],
): Rule[] | { readonly key: number; readonly problem: string } {
  const tags = new Set<string>()
  const rules: Rule[] = []
  for (const { key, tag, days } of typedRules) {
    const name = tag.trim()
    if (tags.has(name))
      return {
        key,
        problem:
          name === ''
            ? 'There is a rule for everything else already.'
            : `There is a rule for ${name} already.`,
      }
    tags.add(name)
    const count = days.trim() === '' ? null : Number(days)
    if (count !== null && !(Number.isInteger(count) && count >= 1 && count <= longest))
      return { key, problem: `Days are a whole number from 1 to ${longest}, or empty for forever.` }
    rules.push({ tag: name === '' ? null : name, days: count })
  }
  return rules
}
