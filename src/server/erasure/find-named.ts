import type { UnreadFileKind } from '../../contract/index.ts'
import type { Store } from '../db/index.ts'
import { Pace } from '../pacing/pace.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { type ReadPage, type Stage, searchedTables } from './stages.ts'
import type { Candidate, Key } from './text-queries.ts'

/** A page of a stage: the keys of the rows that name the person, and the key of the last row; null on the last page. */
export interface NamedPage {
  readonly named: readonly Key[]
  readonly last: Key | null
  /** Kinds of unreadable parts, of the files that do not name the person. */
  readonly unread: readonly UnreadFileKind[]
}

export interface PersonMatcher {
  /** Yields for each piece of the text whether the piece names the person. */
  readonly names: (text: string) => Iterable<boolean>
  /** Returns the origins that the deletion has deleted. */
  readonly deletedAmong: (origins: readonly string[]) => Promise<ReadonlySet<string>>
}

/** True if one of the texts names the person. Pauses between pieces. */
export async function isNamedIn(
  texts: Candidate['texts'],
  names: PersonMatcher['names'],
  pace: Pace,
): Promise<boolean> {
  for await (const text of texts)
    for (const isNamed of names(text)) {
      if (isNamed) return true
      await pace.pause()
    }
  return false
}

export async function* namedPages(
  store: Store,
  workspace: WorkspaceId,
  stage: Stage,
  { names, deletedAmong }: PersonMatcher,
  after: Key | null,
): AsyncGenerator<NamedPage> {
  const read: ReadPage = searchedTables[stage]
  const pace = new Pace()
  let position = after
  for (;;) {
    const { candidates, last } = await read(store, workspace, position)
    const origins = candidates.flatMap((candidate) => candidate.origins ?? [])
    const deleted = await deletedAmong(origins)
    const namedKeys: Key[] = []
    const unread: UnreadFileKind[] = []
    for (const { key, texts, origins: rowOrigins, unread: unreadOf } of candidates)
      if (rowOrigins?.some((origin) => deleted.has(origin)) || (await isNamedIn(texts, names, pace)))
        namedKeys.push(key)
      else unread.push(...(unreadOf?.() ?? []))
    yield { named: namedKeys, last, unread }
    if (last === null) return
    position = last
  }
}
