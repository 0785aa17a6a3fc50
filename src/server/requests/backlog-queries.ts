import { sql } from 'kysely'
import { type SearchContent, searchWordsOf, spacedWords, workspaceWord } from '../../engine/search/index.ts'
import type { Database, RequestRow, Store, Tx } from '../db/index.ts'
import { type FacetEntry, facetEntriesOf } from './facet-entries.ts'
import { addToHour } from './hour-queries.ts'
import { widenIdRange } from './id-range-queries.ts'
import { insertEntries } from './search-rows-queries.ts'
import { storedFacets } from './stored-facets.ts'

export interface BacklogEntry {
  readonly workspace: number
  readonly id: number
  readonly payload: Uint8Array
}

/** The next backlog entries after `last`, newest first. */
export async function nextBacklogEntries(
  db: Database,
  last: BacklogEntry | undefined,
  count: number,
): Promise<BacklogEntry[]> {
  return db
    .selectFrom('request_backlog')
    .innerJoin('request_payloads', (join) =>
      join
        .onRef('request_payloads.workspace_id', '=', 'request_backlog.workspace_id')
        .onRef('request_payloads.request_id', '=', 'request_backlog.request_id'),
    )
    .select([
      'request_backlog.workspace_id as workspace',
      'request_backlog.request_id as id',
      'request_payloads.payload',
    ])
    .$if(last !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('request_backlog.workspace_id', 'request_backlog.request_id'),
          '<',
          tuple(last!.workspace, last!.id),
        ),
      ),
    )
    .orderBy('request_backlog.workspace_id', 'desc')
    .orderBy('request_backlog.request_id', 'desc')
    .limit(count)
    .execute()
}

interface IndexContent {
  readonly content: SearchContent
  readonly entries: readonly FacetEntry[]
  readonly payload: Uint8Array
}

/** Writes all index rows of a stored request that `insertStatements` and the indexer would have written. */
export async function indexBacklogEntry(
  tx: Tx,
  store: Store,
  row: RequestRow,
  { content, entries, payload }: IndexContent,
) {
  const { workspace_id: workspace, id } = row
  const change = {
    facets: storedFacets.write(facetEntriesOf(content.facets)),
    output_shape: content.shape,
    turn_count: content.turnCount,
    tool_call_count: content.toolCallCount,
  }
  await tx.executeQuery(addToHour(store, row, -1))
  await tx.executeQuery(addToHour(store, { ...row, ...change }, 1))
  await tx
    .updateTable('requests')
    .set(change)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .execute()
  await insertEntries(tx, row, entries)
  await tx
    .updateTable('request_payloads')
    .set({ payload })
    .where('workspace_id', '=', workspace)
    .where('request_id', '=', id)
    .execute()
  if (store.dialect === 'sqlite') {
    await sql`insert or replace into request_words (rowid, words)
      values (${id}, ${`${workspaceWord(workspace)} ${spacedWords(content)}`})`.execute(tx)
    await tx.executeQuery(widenIdRange(row))
  } else {
    await sql`update requests set words = array_to_tsvector(${searchWordsOf(content)}::text[])
      where workspace_id = ${workspace} and id = ${id}`.execute(tx)
    await sql`update request_payloads set input_text = ${content.inputText}, output_text = ${content.outputText}
      where workspace_id = ${workspace} and request_id = ${id}`.execute(tx)
  }
  await tx
    .deleteFrom('request_backlog')
    .where('workspace_id', '=', workspace)
    .where('request_id', '=', id)
    .execute()
}
