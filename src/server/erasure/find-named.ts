import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { Pace } from '../pace.ts'
import type { Stage } from './stages.ts'
import { searched } from './stages.ts'
import type { Key } from './text-queries.ts'

/** A page of a stage: keys of the rows that name the person, and the key of the last row; null after the last page. */
export interface NamedPage {
  readonly named: readonly Key[]
  readonly last: Key | null
}

export async function* namedPages(
  store: Store,
  workspace: WorkspaceId,
  stage: Stage,
  names: (text: string) => Iterable<boolean>,
  after: Key | null,
): AsyncGenerator<NamedPage> {
  const { read, pageSize } = searched[stage]
  const pace = new Pace()
  let position = after
  for (;;) {
    const rows = await read(store, workspace, position)
    const named: Key[] = []
    for (const { key, texts } of rows) if (await isNamedIn(texts)) named.push(key)
    const isLast = rows.length < pageSize
    position = rows.at(-1)?.key ?? position
    yield { named, last: isLast ? null : position }
    if (isLast) return
  }

  async function isNamedIn(texts: readonly string[]): Promise<boolean> {
    for (const text of texts)
      for (const isNamed of names(text)) {
        if (isNamed) return true
        await pace.pause()
      }
    return false
  }
}
