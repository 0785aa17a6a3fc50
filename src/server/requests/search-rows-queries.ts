import { parseExact } from '../../engine/json/parse-exact.ts'
import { type FacetKind, namedFacets, nestedFacets } from '../../engine/search/index.ts'
import {
  type FacetEntry,
  type RequestRow,
  requestFacets,
  type Store,
  selectOne,
  type Tx,
} from '../db/index.ts'
import { facetEntriesOf, kindNumber, promptEntryOf } from './facet-entries.ts'
import { addToHours } from './hour-queries.ts'

type Values = Readonly<Record<string, unknown>>

/** The new values of a request whose facets change. */
interface Changed {
  readonly tags?: readonly string[] | undefined
  readonly metadata?: Values | undefined
  readonly input_variables?: Values | undefined
}

/** Replaces facets of a locked row in the index. Returns the new value of the column `facets`. */
export async function replaceFacets(
  store: Store,
  tx: Tx,
  row: RequestRow,
  changed: Changed,
): Promise<string> {
  const stored = requestFacets.read(row)
  const { tags, metadata, input_variables } = changed
  const after = facetEntriesOf([
    ...(tags ? namedFacets('tags', tags) : []),
    ...(metadata ? nestedFacets('metadata', metadata) : []),
    ...(input_variables ? nestedFacets('input_variables', input_variables) : []),
  ])
  const kinds = (['tags', 'metadata', 'input_variables'] as const satisfies FacetKind[])
    .filter((kind) => changed[kind] !== undefined)
    .map(kindNumber)
  const before = stored.filter(([kind]) => kinds.includes(kind))
  await replaceEntries(store, tx, row, before, after)
  const unchanged = stored.filter(([kind]) => !kinds.includes(kind))
  return requestFacets.write(
    store.dialect,
    [...unchanged, ...after].sort(([kind], [other]) => kind - other),
    {
      tags: tags ?? (JSON.parse(row.tags) as string[]),
      metadata: metadata ?? (parseExact(row.metadata) as Values),
    },
  )
}

/** Changes the template of a request, in its index rows and hourly sums too. */
export async function moveToPrompt(store: Store, tx: Tx, row: RequestRow, prompt: number | null) {
  await replaceEntries(store, tx, row, promptEntryOf(row.prompt_id), promptEntryOf(prompt))
  const moves = addToHours(store, [
    [row, -1],
    [{ ...row, prompt_id: prompt }, 1],
  ])
  for (const statement of moves) await tx.executeQuery(statement)
}

async function replaceEntries(
  store: Store,
  tx: Tx,
  row: RequestRow,
  before: readonly FacetEntry[],
  after: readonly FacetEntry[],
) {
  if (store.dialect === 'sqlite' && (await isArriving(tx, row.id))) return
  const removed = entriesWithout(before, after)
  if (removed.length > 0)
    await tx
      .deleteFrom('request_facets')
      .where('workspace_id', '=', row.workspace_id)
      .where('started_at', '=', row.started_at)
      .where('request_id', '=', row.id)
      .where((eb) => eb.or(removed.map(([kind, key, value]) => eb.and({ kind, key, value }))))
      .execute()
  await insertEntries(tx, row, entriesWithout(after, before))
}

/** True if the request is pending. The indexer indexes it later, with its values at that time. */
async function isArriving(tx: Tx, request: number): Promise<boolean> {
  const row = await selectOne(tx, 'request_arrivals', { request_id: request }, ['request_id'])
  return row !== undefined
}

/** Inserts the entries that do not exist yet. */
export async function insertEntries(tx: Tx, row: RequestRow, entries: readonly FacetEntry[]) {
  if (entries.length === 0) return
  await tx
    .insertInto('request_facets')
    .values(
      entries.map(([kind, key, value]) => ({
        workspace_id: row.workspace_id,
        kind,
        key,
        value,
        started_at: row.started_at,
        request_id: row.id,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function entriesWithout(entries: readonly FacetEntry[], excluded: readonly FacetEntry[]): FacetEntry[] {
  const otherTexts = new Set(excluded.map((entry) => JSON.stringify(entry)))
  return entries.filter((entry) => !otherTexts.has(JSON.stringify(entry)))
}
