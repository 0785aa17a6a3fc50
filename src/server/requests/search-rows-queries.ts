import type { Facet, FacetKind } from '../../engine/search/index.ts'
import type { RequestRow, Store, Tx } from '../db/index.ts'
import { type FacetEntry, facetEntriesOf, kindNumber, promptEntryOf } from './facet-entries.ts'
import { hourValues } from './hours.ts'
import { addToHour } from './insert-queries.ts'
import { storedFacets } from './stored-facets.ts'

/** Puts facets of one kind in the place of those that a locked row has; gives the column's new text. */
export async function replaceFacets(
  tx: Tx,
  row: RequestRow,
  kind: FacetKind,
  facets: readonly Facet[],
): Promise<string> {
  const stored = storedFacets.read(row.facets)
  const number = kindNumber(kind)
  await replaceEntries(
    tx,
    row,
    stored.filter(([of]) => of === number),
    facetEntriesOf(facets),
  )
  return storedFacets.write([...stored.filter(([of]) => of !== number), ...facetEntriesOf(facets)])
}

/** A request that is said to be made from another template: the index and the hour's sums follow. */
export async function moveToPrompt(store: Store, tx: Tx, row: RequestRow, prompt: number | null) {
  await replaceEntries(tx, row, promptEntryOf(row.prompt_id), promptEntryOf(prompt))
  await tx.executeQuery(addToHour(store, hourValues(row, -1)))
  await tx.executeQuery(addToHour(store, hourValues({ ...row, prompt_id: prompt }, 1)))
}

/** Of a request that still waits for the index, the index reads what is written here. */
async function replaceEntries(
  tx: Tx,
  row: RequestRow,
  before: readonly FacetEntry[],
  after: readonly FacetEntry[],
) {
  const gone = without(before, after)
  if (gone.length > 0)
    await tx
      .deleteFrom('request_facets')
      .where('workspace_id', '=', row.workspace_id)
      .where('started_at', '=', row.started_at)
      .where('request_id', '=', row.id)
      .where((eb) => eb.or(gone.map(([kind, key, value]) => eb.and({ kind, key, value }))))
      .execute()
  await insertEntries(tx, row, without(after, before))
  await tx
    .updateTable('request_arrivals')
    .set((eb) => ({ mark: eb('mark', '+', 1) }))
    .where('workspace_id', '=', row.workspace_id)
    .where('request_id', '=', row.id)
    .execute()
}

/** What is there already stays. */
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

function without(entries: readonly FacetEntry[], others: readonly FacetEntry[]): FacetEntry[] {
  const known = new Set(others.map((entry) => JSON.stringify(entry)))
  return entries.filter((entry) => !known.has(JSON.stringify(entry)))
}
