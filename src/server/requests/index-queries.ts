import { CompiledQuery } from 'kysely'
import { chunksOf } from '../db/index.ts'
import type { Indexed } from './request-rows.ts'
import { workspaceWord } from './search/words-query.ts'

const rowsAtOnce = 100
const facetTexts = Array.from({ length: rowsAtOnce }, (_, last) => {
  const slots = Array.from({ length: last + 1 }, () => '(?, ?, ?, ?, ?, ?)')
  return `insert or ignore into request_facets values ${slots}`
})
const wordsText = 'insert or replace into request_words (rowid, words) values (?, ?)'
const doneText = 'delete from request_backlog where workspace_id = ? and request_id = ?'

type FacetRow = readonly [workspace: number, kind: number, key: string, value: string, at: number, id: number]

/** Requests into SQLite's index, facets in its order: those of one value come to one page together. */
export function indexStatements(requests: readonly Indexed[]): CompiledQuery[] {
  const facets = requests.flatMap(({ workspace, id, startedAt, entries }) =>
    entries.map((entry): FacetRow => [workspace, ...entry, startedAt, id]),
  )
  facets.sort(compareFacets)
  return [
    // Several rows of values: a third of what `json_each` takes to make rows of one text.
    ...[...chunksOf(facets, rowsAtOnce)].map((chunk) =>
      CompiledQuery.raw(facetTexts[chunk.length - 1]!, chunk.flat()),
    ),
    ...requests.map(({ workspace, id, words }) =>
      CompiledQuery.raw(wordsText, [id, `${workspaceWord(workspace)} ${words}`]),
    ),
    ...requests.map(({ workspace, id }) => CompiledQuery.raw(doneText, [workspace, id])),
  ]
}

function compareFacets(a: FacetRow, b: FacetRow): number {
  for (let place = 0; place < a.length; place++)
    if (a[place] !== b[place]) return a[place]! < b[place]! ? -1 : 1
  return 0
}
