import type { Run } from '../template-runs/forms.ts'
import { namesOf } from './names.ts'
import type { Score } from './scorers/scorer.ts'
import { type Case, cellOf, type Variant } from './variant.ts'

type Answered = Extract<Run, { state: 'done' }>['answer']

/** An answer with its position in the playground, a hash of its input, and its time. */
export interface StoredAnswer {
  readonly variant: number
  readonly case: number
  readonly input: string
  readonly at: number
  readonly answer: Answered
  readonly scores: readonly (readonly [key: string, score: Score])[]
}

/** The hash of a run's input, and the time of the run. */
export interface Start {
  readonly input: string
  readonly at: number
  /** True if the answer is of an earlier visit. */
  readonly isStored: boolean
}

/** The answers on screen; runs and starts by `cellOf`. */
export interface Answers {
  readonly variants: readonly Variant[]
  readonly cases: readonly Case[]
  readonly runs: ReadonlyMap<string, Run>
  readonly scores: ReadonlyMap<string, Score>
  readonly starts: ReadonlyMap<string, Start>
}

export const answersOf = ({ variants, cases, runs, scores, starts }: Answers): StoredAnswer[] =>
  variants.flatMap((variant, column) =>
    cases.flatMap((testCase, row) => {
      const cell = cellOf(variant, testCase)
      const [run, start] = [runs.get(cell), starts.get(cell)]
      if (run?.state !== 'done' || !start) return []
      const answerScores = [...scores].filter(([name]) => name.startsWith(`${run.answer.request_id} `))
      const { input, at } = start
      return [{ variant: column, case: row, input, at, answer: run.answer, scores: answerScores }]
    }),
  )

/** The answers of the playgrounds of a workspace. The playground that changed last comes first. */
export type StoredAnswers = readonly (readonly [playground: string, answers: readonly StoredAnswer[]])[]

/** Characters of one answer, of one playground and of all. Browsers give an origin 5 million. */
const limits = { answer: 50_000, playground: 600_000, all: 1_200_000 }

/** Adds the newest answers of a playground that fit, and leaves out those of the playgrounds changed longest ago. */
export function withAnswers(
  stored: StoredAnswers,
  playground: string,
  answers: readonly StoredAnswer[],
): StoredAnswers {
  const newest = fitting(
    limits.playground,
    answers.filter((answer) => sizeOf(answer) <= limits.answer).toSorted((a, b) => b.at - a.at),
  )
  const others = stored.filter(([name]) => name !== playground)
  return newest.length > 0 ? fitting(limits.all, [[playground, newest] as const, ...others]) : others
}

const sizeOf = (value: unknown): number => JSON.stringify(value).length

/** Takes items from the start while their JSON has at most `limit` characters in total. */
function fitting<T>(limit: number, items: readonly T[]): T[] {
  let size = 0
  return items.filter((item) => {
    size += sizeOf(item)
    return size <= limit
  })
}

interface Prompt {
  readonly names: readonly string[]
  readonly hash: string
}

const prompts = new WeakMap<Variant, Prompt>()

/** A short text of everything that an answer depends on: the prompt, its model, and the values of its variables. */
export function inputOf(variant: Variant, { values }: Case): string {
  const { names, hash } = promptOf(variant)
  return `${hash} ${hashOf(JSON.stringify(names.map((name) => values[name] ?? '')))}`
}

/** Hashes a prompt once, because every answer on screen is compared at every render. */
function promptOf(variant: Variant): Prompt {
  const known = prompts.get(variant)
  if (known) return known
  const { template, metadata } = variant
  const prompt = { names: namesOf(variant), hash: hashOf(JSON.stringify([template, metadata])) }
  prompts.set(variant, prompt)
  return prompt
}

/** 53 bits (cyrb53). A collision would only hide that an answer is stale. */
function hashOf(text: string): string {
  let [low, high] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    low = Math.imul(low ^ code, 2_654_435_761)
    high = Math.imul(high ^ code, 1_597_334_677)
  }
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & high) + (low >>> 0)).toString(36)
}

/** The stored answer of each variant to each case: one with the same input, otherwise the one at the same position. */
export function answersFor(
  stored: readonly StoredAnswer[],
  variants: readonly Variant[],
  cases: readonly Case[],
): { readonly cell: string; readonly stored: StoredAnswer }[] {
  const cells = variants.flatMap((variant, column) =>
    cases.map((testCase, row) => ({
      cell: cellOf(variant, testCase),
      column,
      row,
      input: inputOf(variant, testCase),
    })),
  )
  const inputs = new Set(cells.map(({ input }) => input))
  return cells.flatMap(({ cell, column, row, input }) => {
    const isAtPosition = (answer: StoredAnswer) => answer.variant === column && answer.case === row
    const withSameInput = stored.filter((answer) => answer.input === input)
    const match =
      withSameInput.find(isAtPosition) ??
      withSameInput[0] ??
      stored.find((answer) => isAtPosition(answer) && !inputs.has(answer.input))
    return match ? [{ cell, stored: match }] : []
  })
}
