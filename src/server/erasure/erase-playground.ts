import { parseExact } from '../../engine/json/parse-exact.ts'
import { Pace } from '../pacing/pace.ts'
import { isNamedIn } from './find-named.ts'
import { findPlaygroundContent, savePlaygroundCases } from './row-queries.ts'
import type { RunningDeletion } from './running-deletion.ts'

interface Content {
  readonly cases: readonly unknown[]
}

/** Deletes the cases that name the person. Variants and the name stay, because people wrote them. */
export async function erasePlayground(
  { store, workspace, matcher, now, write }: RunningDeletion,
  id: number,
): Promise<void> {
  const pace = new Pace()
  for (let isSaved = false; !isSaved; ) {
    const playground = await findPlaygroundContent(store, workspace, id)
    if (!playground) return
    const content = parseExact(playground.content) as Content
    const cases: unknown[] = []
    for (const testCase of content.cases)
      if (!(await isNamedIn([JSON.stringify(testCase)], matcher.names, pace))) cases.push(testCase)
    const erased = content.cases.length - cases.length
    if (erased === 0) return
    await write(async (tx) => {
      const change = { content: JSON.stringify({ ...content, cases }), case_count: cases.length }
      isSaved = await savePlaygroundCases(tx, workspace, { id, ...playground, ...change }, now())
      return isSaved ? { playground_cases: erased } : {}
    })
  }
}
