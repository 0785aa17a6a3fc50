import type { Answer } from '../api/index.ts'
import { readBench } from './read-bench.ts'
import type { Bench } from './variant.ts'

export type Playground = Answer<'readPlayground'>['playground']

/** The saved and shared content: everything but the ids of this tab. */
export const contentOf = ({ variants, cases, scorers }: Bench) => ({
  variants: variants.map(({ id: _id, ...variant }) => variant),
  cases: cases.map(({ values }) => ({ values })),
  scorers: [...scorers],
})

export const contentText = (bench: Bench): string => JSON.stringify(contentOf(bench))

/**
 * The saved content with ids. Parts that are equal to parts of `before` keep their ids, so that their answers
 * stay on screen.
 */
export function benchOf(content: unknown, before?: Bench): Bench {
  const bench = readBench(content)
  if (!before) return bench
  return {
    ...bench,
    variants: withIdsOf(bench.variants, before.variants),
    cases: withIdsOf(bench.cases, before.cases),
  }
}

function withIdsOf<T extends { readonly id: string }>(next: readonly T[], before: readonly T[]): T[] {
  return next.map((item, index) => {
    const same = before[index]
    return same && JSON.stringify({ ...item, id: '' }) === JSON.stringify({ ...same, id: '' }) ? same : item
  })
}
