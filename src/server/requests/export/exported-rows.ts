import type { Json } from '../../../engine/json/json.ts'
import { BodyUnavailableError } from '../../bodies/index.ts'
import { chunksOf, type Store } from '../../db/index.ts'
import { Pace } from '../../pacing/pace.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { maxGivenScores } from '../given-score.ts'
import { promptNamesOf } from '../queries.ts'
import { contentsOf } from '../read-request.ts'
import { type ListedRow, listRows, scoresOfRequests } from '../search/found-queries.ts'
import type { LogSearch } from '../search/log-search.ts'
import type { FoundRequest, Position } from '../search/plan-queries.ts'
import { exportCursorOf } from './export-cursor.ts'
import { originalIn } from './export-queries.ts'
import type { ExportedColumn } from './exported-columns.ts'
import { walk } from './walk.ts'

interface Source {
  readonly store: Store
  readonly workspace: WorkspaceId
  readonly columns: readonly ExportedColumn[]
  /** Requests that arrived later are left out. */
  readonly arrivedBy: number
  /** Makes the value of the column `cursor`. */
  cursorOf(row: FoundRequest): string
}

interface Export extends Omit<Source, 'cursorOf'> {
  readonly search: LogSearch
  readonly after: Position | null
  readonly limit: number
}

/** Approximate maximum of characters in one page. */
const maxPageCharacters = 512 * 1024
const walkPageSize = 500
/**
 * Requests whose rows are read together. The main thread receives them in one piece, and with 500 the garbage
 * collector copied the rows of unfinished pages each time: twice the processor time beside two exports.
 */
const requestsPerQuery = 100

type Row = readonly Json[]

/** Yields the rows of the file in pages. The next page is read only when a page is taken. */
export async function* exportedRows(options: Export): AsyncGenerator<readonly Row[]> {
  const { search, arrivedBy } = options
  const cursorOf = ({ id, value }: FoundRequest) => exportCursorOf(search.query, arrivedBy, Number(value), id)
  let remaining = options.limit
  for await (const requests of walk(search, options.after, walkPageSize)) {
    for await (const { rows } of rowPages({ ...options, cursorOf }, requests)) {
      const page = rows.slice(0, remaining)
      if (page.length > 0) yield page
      remaining -= page.length
      if (remaining <= 0) return
    }
  }
}

interface RowPage {
  readonly rows: readonly Row[]
  /** The last request that the page covers. */
  readonly last: FoundRequest
  /** Approximate number of characters. */
  readonly size: number
}

/** Rows of the requests that still exist, in the order of `requests`. */
export async function* rowPages(source: Source, requests: readonly FoundRequest[]): AsyncGenerator<RowPage> {
  for (const chunk of chunksOf(requests, requestsPerQuery)) yield* pagesOf(source, chunk)
}

async function* pagesOf(source: Source, requests: readonly FoundRequest[]): AsyncGenerator<RowPage> {
  const { store, workspace, arrivedBy, columns, cursorOf } = source
  const ids = requests.map(({ id }) => id)
  const listed = await listRows(store.scan, workspace, ids)
  const byId = new Map(listed.map((row) => [row.id, row]))
  const promptNames = await promptNamesOf(store.scan, workspace, listed)
  const { own, givenScores } = await scoresOfRequests(store.scan, workspace, ids, maxGivenScores)
  const scores = Map.groupBy(own, ({ request_id }) => request_id)
  const withContent = columns.some(({ title }) => title === 'input')
  const pace = new Pace()
  let rows: Row[] = []
  let size = 0
  for (const request of requests) {
    const { id } = request
    const row = byId.get(id)
    if (!row || row.created_at > arrivedBy) continue
    const content = withContent ? await contentOf(source, row) : null
    if (withContent && !content) continue
    const exported = {
      cursor: cursorOf(request),
      row,
      promptName: promptNames.get(row.prompt_id ?? 0) ?? null,
      scores: scores.get(id) ?? [],
      given: givenScores.get(id) ?? [],
      content: content?.contents ?? null,
    }
    rows.push(columns.map((column) => column.valueIn(exported)))
    await pace.pause()
    size += row.metadata.length + row.tags.length + (row.error_message?.length ?? 0) + (content?.size ?? 0)
    if (size < maxPageCharacters) continue
    yield { rows, last: request, size }
    rows = []
    size = 0
  }
  if (rows.length > 0) yield { rows, last: requests.at(-1)!, size }
}

/**
 * Reads one body at a time, to bound memory. Null if the request was deleted meanwhile. A lost body counts as empty. If
 * object storage does not answer, the export ends and can be resumed.
 */
async function contentOf({ store, workspace }: Source, row: ListedRow) {
  try {
    const original = await originalIn(store, workspace, row.id)
    return original && { contents: contentsOf(row, original), size: original.length }
  } catch (error) {
    if (error instanceof BodyUnavailableError && error.kind === 'lost') return { contents: null, size: 0 }
    throw error
  }
}
