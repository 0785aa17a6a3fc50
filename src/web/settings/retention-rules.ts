import type { Answer } from '../api/index.ts'

export type Rule = Answer<'readRetention'>['rules'][number]

/** A rule as typed. No tag means all other requests; no days means for ever. */
export interface RuleDraft {
  readonly key: number
  readonly tag: string
  readonly days: string
}

const maxDays = 36_500

export const draftsOf = (rules: readonly Rule[]): RuleDraft[] =>
  rules.map(({ tag, days }, key) => ({ key, tag: tag ?? '', days: days === null ? '' : String(days) }))

/** Whether the typed rules differ from the stored ones. */
export const isChanged = (drafts: readonly RuleDraft[], rules: readonly Rule[]): boolean =>
  textOf(drafts) !== textOf(draftsOf(rules))

const textOf = (drafts: readonly RuleDraft[]) =>
  JSON.stringify(drafts.map(({ tag, days }) => [tag.trim(), days.trim()]))

/** The rules, or the error of one of them. */
export function readRules(
  drafts: readonly RuleDraft[],
): Rule[] | { readonly key: number; readonly problem: string } {
  const tags = new Set<string>()
  const rules: Rule[] = []
  for (const { key, tag, days } of drafts) {
    const name = tag.trim()
    if (tags.has(name))
      return {
        key,
        problem:
          name === ''
            ? 'There is already a rule for everything else.'
            : `There is already a rule for ${name}.`,
      }
    tags.add(name)
    const count = days.trim() === '' ? null : Number(days)
    if (count !== null && !(Number.isInteger(count) && count >= 1 && count <= maxDays))
      return { key, problem: `Days are a whole number from 1 to ${maxDays}, or empty for forever.` }
    rules.push({ tag: name === '' ? null : name, days: count })
  }
  return rules
}
