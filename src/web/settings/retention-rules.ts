import type { Answer } from '../api/index.ts'

export type Rule = Answer<'readRetention'>['rules'][number]

/** The rule of a tag as typed. No days means forever. */
export interface TagRule {
  readonly key: number
  readonly tag: string
  readonly days: string
}

export interface RetentionDraft {
  /** Days for traces, and for requests without a rule for one of their tags; null: forever. */
  readonly rest: string | null
  readonly tags: readonly TagRule[]
}

export interface RuleProblem {
  /** The key of the rule; null: the rule for everything else. */
  readonly key: number | null
  readonly problem: string
}

const maxDays = 36_500

const textOf = (days: number | null): string => (days === null ? '' : String(days))

export function draftOf(rules: readonly Rule[]): RetentionDraft {
  const rest = rules.find(({ tag }) => tag === null)?.days ?? null
  return {
    rest: rest === null ? null : String(rest),
    tags: rules.flatMap(({ tag, days }, key) => (tag === null ? [] : [{ key, tag, days: textOf(days) }])),
  }
}

export const addTag = ({ rest, tags }: RetentionDraft): RetentionDraft => ({
  rest,
  tags: [...tags, { key: 1 + Math.max(-1, ...tags.map(({ key }) => key)), tag: '', days: '' }],
})

const isNumberOfDays = (count: number) => Number.isInteger(count) && count >= 1 && count <= maxDays

/** The rules, or the error of one of them. */
export function readRules({ rest, tags }: RetentionDraft): Rule[] | RuleProblem {
  const days = `Days are a whole number from 1 to ${maxDays.toLocaleString('en')}.`
  if (rest !== null && !isNumberOfDays(Number(rest))) return { key: null, problem: days }
  const rules: Rule[] = rest === null ? [] : [{ tag: null, days: Number(rest) }]
  const names = new Set<string>()
  for (const { key, tag, days: typed } of tags) {
    const name = tag.trim()
    if (name === '') return { key, problem: 'Enter a tag.' }
    if (names.has(name)) return { key, problem: `There is already a rule for ${name}.` }
    names.add(name)
    const count = typed.trim() === '' ? null : Number(typed)
    if (count !== null && !isNumberOfDays(count))
      return { key, problem: `${days} Leave the field empty for forever.` }
    rules.push({ tag: name, days: count })
  }
  return rules
}
