import { DatabaseSync } from 'node:sqlite'
import { facetText } from '../../../engine/search/facets.ts'
import type { SearchWord } from '../../../engine/search/query.ts'
import { hasWords, spacedWords } from '../../../engine/search/search-words.ts'
import { textOf, textsOf } from '../payload.ts'

/** Milliseconds that a connection waits for a lock, unless it is told otherwise. */
export const usualLockWait = 5_000

/** Pages of the write-ahead log, 256 MB, at which the writer copies them itself, should nobody else. */
const walLimit = 64_000
/** Milliseconds after which a long read begins to rest, and between two rests. */
const untilRest = 20
const betweenRests = 2
/** Milliseconds; the system makes it a tenth of one. */
const rest = 0.05

/** `synchronous=FULL`: what was acknowledged survives a power cut, not only a killed process. */
export function connectWriter(file: string, lockWait = usualLockWait): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: lockWait })
  connection.exec('pragma journal_mode = wal')
  connection.exec('pragma synchronous = full')
  connection.exec('pragma cache_size = -16000')
  connection.exec('pragma temp_store = memory')
  connection.exec(`pragma wal_autocheckpoint = ${walLimit}`)
  const pure = { deterministic: true }
  connection.function('payload_words', pure, (payload) => spacedWords(textsOf(payload as Uint8Array)))
  connection.function('facet_text', pure, (text) => facetText(text as string))
  return connection
}

export function connectReader(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: usualLockWait, readOnly: true })
  // What is mapped needs no copy; the cache is for what stands in the write-ahead log alone.
  connection.exec('pragma cache_size = -8000')
  connection.exec('pragma mmap_size = 268435456')
  return connection
}

/** Nobody wakes who sleeps here. */
const bed = new Int32Array(new SharedArrayBuffer(4))

/** For reads that callers put together: with `on_time(column)` in its conditions a statement ends at the deadline. */
export function connectSearcher(file: string): { connection: DatabaseSync; limit(deadline: number): void } {
  const connection = connectReader(file)
  let deadline = Number.POSITIVE_INFINITY
  let nextRest = 0
  let calls = 0
  connection.function('on_time', (_row) => {
    // The clock is asked for one row of 64: asking takes as long as looking at some rows does.
    if ((++calls & 63) > 0) return 1
    const now = Date.now()
    if (now > deadline) throw new Error(tooSlow)
    // Who waits for this core gets it now, not when the system finds that this thread has had its share.
    if (now >= nextRest) {
      Atomics.wait(bed, 0, 0, rest)
      nextRest = now + betweenRests
    }
    return 1
  })
  connection.function('payload_text', { deterministic: true }, (payload, part) =>
    textOf(payload as Uint8Array, part as 0 | 1),
  )
  connection.function('payload_has_words', { deterministic: true }, (payload, wanted) =>
    hasWords(textsOf(payload as Uint8Array), JSON.parse(wanted as string) as SearchWord[]) ? 1 : 0,
  )
  return {
    connection,
    limit: (at) => {
      deadline = at
      nextRest = Date.now() + untilRest
    },
  }
}

/** What a statement that was stopped fails with. */
export const tooSlow = 'the statement took longer than it may'
