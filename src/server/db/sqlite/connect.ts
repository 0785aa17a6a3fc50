import { DatabaseSync } from 'node:sqlite'
import { naturalKey } from '../../../engine/natural-order.ts'
import { facetNumber, facetText } from '../../../engine/search/facets.ts'
import type { SearchWord } from '../../../engine/search/query.ts'
import { hasPlainWords, hasWords, spacedWords, withoutRoles } from '../../../engine/search/search-words.ts'
import { isShort } from '../../../engine/search/words.ts'
import { plainTextOf, textOf, textsOf } from '../payload.ts'

/** Milliseconds that a connection waits for a lock, unless it is told otherwise. */
export const usualLockWait = 5_000

/** Pages of the write-ahead log, 256 MB, at which the writer copies them itself, should nobody else. */
const walLimit = 64_000
/** Milliseconds of a read between two rests. */
const betweenRests = 0.5
/** Milliseconds; the system adds half a tenth of one. */
const rest = 0.2

/** `synchronous=FULL`: what was acknowledged survives a power cut, not only a killed process. */
export function connectWriter(file: string, lockWait = usualLockWait): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: lockWait })
  connection.exec('pragma journal_mode = wal')
  connection.exec('pragma synchronous = full')
  connection.exec('pragma cache_size = -16000')
  connection.exec('pragma temp_store = memory')
  connection.exec(`pragma wal_autocheckpoint = ${walLimit}`)
  const pure = { deterministic: true }
  connection.function(
    'payload_words',
    pure,
    (payload) => shortPlainText(payload as Uint8Array) ?? spacedWords(textsOf(payload as Uint8Array)),
  )
  connection.function('facet_text', pure, (text) => facetText(text as string))
  return connection
}

/** The texts of most requests: they hold their words as they are, and nothing has to be made of them. */
function shortPlainText(payload: Uint8Array): string | null {
  const text = plainTextOf(payload)
  return text !== null && isShort(text) ? withoutRoles(text) : null
}

export function connectReader(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: usualLockWait, readOnly: true })
  // What is mapped needs no copy; the cache is for what stands in the write-ahead log alone.
  connection.exec('pragma cache_size = -8000')
  connection.exec('pragma mmap_size = 268435456')
  connection.function('natural_key', { deterministic: true }, (name) => naturalKey(name as string))
  return connection
}

/** Nobody wakes who sleeps here. */
const bed = new Int32Array(new SharedArrayBuffer(4))

/**
 * For reads that callers put together: with `on_time(column)` in its conditions a statement ends at the deadline.
 * `writes` counts what others write.
 */
export function connectSearcher(
  file: string,
  writes: Int32Array,
): { connection: DatabaseSync; limit(deadline: number): void } {
  const connection = connectReader(file)
  let end = Number.POSITIVE_INFINITY
  let nextRest = 0
  let written = 0
  let calls = 0
  connection.function('on_time', (_row) => {
    // The clock is asked for one row of 64: asking takes as long as looking at some rows does.
    if ((++calls & 63) > 0) return 1
    const now = performance.now()
    if (now > end) throw new Error(tooSlow)
    if (now < nextRest) return 1
    // Who waits for this core gets it now, not when the system finds that this thread has had its share.
    if (writes[0] !== written) Atomics.wait(bed, 0, 0, rest)
    written = writes[0]!
    nextRest = now + betweenRests
    return 1
  })
  connection.function('payload_text', { deterministic: true }, (payload, part) =>
    textOf(payload as Uint8Array, part as 0 | 1),
  )
  connection.function('facet_number', { deterministic: true }, (text) => facetNumber(text as string))
  const readWanted = readOnce((wanted) => JSON.parse(wanted) as SearchWord[])
  connection.function('payload_has_words', { deterministic: true }, (payload, wanted) => {
    const plain = shortPlainText(payload as Uint8Array)
    const words = readWanted(wanted as string)
    const has = plain === null ? hasWords(textsOf(payload as Uint8Array), words) : hasPlainWords(plain, words)
    return has ? 1 : 0
  })
  return {
    connection,
    limit: (deadline) => {
      end = performance.now() + deadline - Date.now()
    },
  }
}

/** What a text says, read anew only when it is another one: it is the same for all rows of a statement. */
function readOnce<T>(read: (text: string) => T): (text: string) => T {
  let known: { text: string; value: T } | null = null
  return (text) => {
    if (known?.text !== text) known = { text, value: read(text) }
    return known.value
  }
}

/** What a statement that was stopped fails with. */
export const tooSlow = 'the statement took longer than it may'
