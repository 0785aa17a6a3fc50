import { CompiledQuery } from 'kysely'
import { chunksOf, type Database, textOf } from '../db/index.ts'
import { scalarEntriesOf } from './facet-entries.ts'
import { workspaceWord } from './search/words-query.ts'
import { storedFacets } from './stored-facets.ts'
import { widenStretches } from './stretch-queries.ts'

export type Arrival = Awaited<ReturnType<typeof takeArrivals>>[number]

/** Those that wait longest. */
export async function takeArrivals(db: Database, count: number) {
  return db
    .selectFrom('request_arrivals')
    .innerJoin('requests', (join) =>
      join
        .onRef('requests.workspace_id', '=', 'request_arrivals.workspace_id')
        .onRef('requests.id', '=', 'request_arrivals.request_id'),
    )
    .select([
      'request_arrivals.number',
      'request_arrivals.mark',
      'requests.workspace_id',
      'requests.id',
      'requests.started_at',
      'requests.model',
      'requests.provider',
      'requests.status',
      'requests.prompt_id',
      'requests.facets',
    ])
    .orderBy('request_arrivals.number')
    .limit(count)
    .execute()
}

/** Null when none waits. */
export async function lastArrival(db: Database): Promise<number | null> {
  const row = await db
    .selectFrom('request_arrivals')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.number ?? null
}

/** Input and output out of the payload, one to a line. */
export async function textsOf(db: Database, { workspace_id, id }: Arrival): Promise<string> {
  const { payload } = await db
    .selectFrom('request_payloads')
    .select('payload')
    .where('workspace_id', '=', workspace_id)
    .where('request_id', '=', id)
    .executeTakeFirstOrThrow()
  return `${textOf(payload, 1)}\n${textOf(payload, 0)}`
}

const rowsAtOnce = 100
const facetTexts = Array.from({ length: rowsAtOnce }, (_, last) => {
  const slots = Array.from({ length: last + 1 }, () => '(?, ?, ?, ?, ?, ?)')
  return `insert or ignore into request_facets values ${slots}`
})
const wordsText = 'insert or replace into request_words (rowid, words) values (?, ?)'
const doneText = 'delete from request_arrivals where number = ?'
/** Fails, and the unit with it, when one of the requests was changed since it was read. */
const unchangedText = `insert into request_arrivals (workspace_id, request_id, mark)
  select null, null, null where (select count(*) from json_each(?) as read join request_arrivals
    on number = read.value ->> 0 and mark = read.value ->> 1) <> ?`

export const isOutdated = (error: unknown): boolean =>
  /NOT NULL constraint failed: request_arrivals/.test((error as Error).message)

type FacetRow = readonly [workspace: number, kind: number, key: string, value: string, at: number, id: number]

/** Requests into SQLite's index, facets in its order: those of one value come to one page together. */
export function indexStatements(
  arrivals: readonly (Arrival & { readonly words: string })[],
): CompiledQuery[] {
  const facets = arrivals.flatMap((row) =>
    [...scalarEntriesOf(row), ...storedFacets.read(row.facets)].map(
      (entry): FacetRow => [row.workspace_id, ...entry, row.started_at, row.id],
    ),
  )
  facets.sort(compareFacets)
  const marks = JSON.stringify(arrivals.map(({ number, mark }) => [number, mark]))
  return [
    CompiledQuery.raw(unchangedText, [marks, arrivals.length]),
    // Several rows of values: a third of what `json_each` takes to make rows of one text.
    ...[...chunksOf(facets, rowsAtOnce)].map((chunk) =>
      CompiledQuery.raw(facetTexts[chunk.length - 1]!, chunk.flat()),
    ),
    ...arrivals.map(({ workspace_id, id, words }) =>
      CompiledQuery.raw(wordsText, [id, `${workspaceWord(workspace_id)} ${words}`]),
    ),
    ...widenStretches(arrivals),
    ...arrivals.map(({ number }) => CompiledQuery.raw(doneText, [number])),
  ]
}

function compareFacets(a: FacetRow, b: FacetRow): number {
  for (let place = 0; place < a.length; place++)
    if (a[place] !== b[place]) return a[place]! < b[place]! ? -1 : 1
  return 0
}
