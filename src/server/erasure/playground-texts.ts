import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { type CandidatePage, type Key, readTexts } from './text-queries.ts'

export const playgroundTable = { table: 'playgrounds', keys: ['id'], texts: ['name', 'content'] } as const

/** A content has up to 8 MB. */
const playgroundsPerPage = 20

interface Content {
  readonly cases: readonly unknown[]
}

const readPlaygrounds = (store: Store, workspace: WorkspaceId, after: Key | null) =>
  readTexts(store, workspace, playgroundTable, {
    after: after?.slice(0, 1) ?? null,
    limit: playgroundsPerPage,
  })

/** Reads each case of a playground; its key is the playground's id and the index of the case. */
export async function playgroundCases(
  store: Store,
  workspace: WorkspaceId,
  after: Key | null,
): Promise<CandidatePage> {
  const { rows, last } = await readPlaygrounds(store, workspace, after)
  const candidates = rows.flatMap(({ key: [id], texts: [, content] }) =>
    (JSON.parse(content!) as Content).cases.map((testCase, index) => ({
      key: [id!, index],
      texts: [JSON.stringify(testCase)],
    })),
  )
  return { candidates, last }
}

export async function playgroundsWithoutCases(
  store: Store,
  workspace: WorkspaceId,
  after: Key | null,
): Promise<CandidatePage> {
  const { rows, last } = await readPlaygrounds(store, workspace, after)
  const candidates = rows.map(({ key, texts: [name, content] }) => {
    const { cases: _, ...rest } = JSON.parse(content!) as Content
    return { key, texts: [name!, JSON.stringify(rest)] }
  })
  return { candidates, last }
}
