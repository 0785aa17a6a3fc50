import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { windowEnd } from '../../../engine/log-export/index.ts'
import type { Store } from '../../db/index.ts'
import { writeJsonl, writeParquet } from '../../files/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { type Arrival, listArrivals } from './export-queries.ts'
import { columnsOf } from './exported-columns.ts'
import { rowPages } from './exported-rows.ts'

export interface PartOptions {
  readonly format: 'jsonl' | 'parquet'
  readonly include_content: boolean
  /** The part begins after this request. */
  readonly after: Arrival
  /** The part has only requests that arrived before this time. */
  readonly before: number
}

/** Requests of one hour of arrival. */
export interface ExportPart {
  readonly first: Arrival
  readonly last: Arrival
  readonly requests: number
  /** The lines, compressed. */
  readonly bytes: Uint8Array
}

/** Approximate maximum of characters in one part. */
const maxPartCharacters = 16 * 1024 * 1024
const pageSize = 500
const compress = promisify(gzip)

/** Reads the next part of a workspace's log in the order of arrival; null if there is none. @throws BodyUnavailableError */
export async function nextExportPart(
  store: Store,
  workspace: WorkspaceId,
  { format, include_content, after, before }: PartOptions,
): Promise<ExportPart | null> {
  const [first] = await listArrivals(store, workspace, after, { before, limit: 1 })
  if (!first) return null
  const end = Math.min(before, windowEnd(first.arrivedAt))
  const columns = columnsOf(include_content)
  const source = { store, workspace, columns, arrivedBy: end, cursorOf: () => '' }
  let last = after
  let requests = 0

  async function* pages() {
    for (let size = 0; size < maxPartCharacters; ) {
      const arrivals = await listArrivals(store, workspace, last, { before: end, limit: pageSize })
      if (arrivals.length === 0) return
      const keys = arrivals.map(({ arrivedAt, id }) => ({ id, value: arrivedAt }))
      for await (const page of rowPages(source, keys)) {
        yield page.rows
        last = { arrivedAt: Number(page.last.value), id: page.last.id }
        requests += page.rows.length
        size += page.size
        if (size >= maxPartCharacters) return
      }
      last = arrivals.at(-1)!
    }
  }

  const titles = columns.map(({ title }) => title)
  const file = format === 'parquet' ? writeParquet(columns, pages()) : writeJsonl(titles, pages())
  const bytes = await buffer(file)
  return { first, last, requests, bytes: format === 'jsonl' ? await compress(bytes) : bytes }
}
