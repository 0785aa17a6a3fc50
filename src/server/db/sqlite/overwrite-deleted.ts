import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'

interface Connection {
  append(unit: readonly CompiledQuery[]): Promise<void>
  fetch(query: CompiledQuery): readonly unknown[]
}

/** Pages written in one unit: 1 MB takes the writer 1 to 2 ms. */
const pagesPerStatement = 256
/** Milliseconds between units, so that log calls are served in between. */
const pause = 5
/** Bytes of a page that hold the link to the next one. */
const linkBytes = 4

/**
 * SQLite leaves the bytes of deleted rows in free pages until it uses them again. Blobs of zeros occupy all free pages;
 * deleting the blobs frees the overwritten pages.
 */
export async function overwriteFreePages(connection: Connection, signal: AbortSignal): Promise<void> {
  const numberOf = (sql: string) =>
    Number(Object.values(connection.fetch(CompiledQuery.raw(sql))[0] as Record<string, number>)[0])
  const pageSize = numberOf('select page_size from pragma_page_size')
  const freePages = () => numberOf('select freelist_count from pragma_freelist_count')
  try {
    for (let free = freePages(); free > 0; free = freePages()) {
      signal.throwIfAborted()
      const pages = Math.min(free, pagesPerStatement)
      await connection.append([
        CompiledQuery.raw('insert into erased_pages (filling) values (zeroblob(?))', [
          fillingBytes(pages, pageSize),
        ]),
      ])
      await sleep(pause)
    }
  } finally {
    for (;;) {
      const [row] = connection.fetch(
        CompiledQuery.raw('select rowid as id from erased_pages order by rowid limit 1'),
      ) as { id: number }[]
      if (!row) break
      await connection.append([CompiledQuery.raw('delete from erased_pages where rowid = ?', [row.id])])
    }
  }
}

/**
 * Bytes of a blob that fills this number of overflow pages completely, because a partly filled page would keep old bytes.
 * The formulas are those of sqlite.org/fileformat2.html: the part of a payload in its row, and the type of a blob.
 */
function fillingBytes(pages: number, pageSize: number): number {
  const inRow = Math.floor(((pageSize - 12) * 32) / 255) - 23
  const record = inRow + pages * (pageSize - linkBytes)
  // The record begins with the length of its header and the type of the blob, a varint of 7 bits a byte.
  for (let header = 2; ; header++) {
    const bytes = record - header
    if (1 + Math.ceil(Math.log2(2 * bytes + 13) / 7) === header) return bytes
  }
}
