import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { naturalKey } from '../../../engine/natural-order.ts'
import { facetNumber, facetText } from '../../../engine/search/facets.ts'
import type { SearchWord } from '../../../engine/search/query.ts'
import { hasPlainWords, hasWords, spacedWords, withoutRoles } from '../../../engine/search/search-words.ts'
import { foldStorable, isShort } from '../../../engine/search/words.ts'
import { payloadAlone, plainTextOf, textOf, textsOf } from '../payload.ts'
import { frameWithout, payloadIn, plainTextIn } from '../payload-frame.ts'
import { foldedFacet } from '../request-facets.ts'
import { longLog, pageBytes } from './messages.ts'

/** Milliseconds that a connection waits for a lock by default. */
export const defaultLockWait = 5_000

/**
 * Pages of the write-ahead log (256 MB) at which the writer checkpoints itself, in case the checkpoint thread failed.
 */
const walLimit = 64_000
/** Milliseconds that a read runs between two pauses. */
const millisecondsBetweenPauses = 0.5
/** Milliseconds; the system adds about 0.05. */
const pauseMilliseconds = 0.2

/** `synchronous=FULL`, so that commits survive a power cut, not only a killed process. */
export function connectWriter(file: string, lockWait = defaultLockWait): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: lockWait })
  connection.exec('pragma journal_mode = wal')
  connection.exec('pragma synchronous = full')
  // Deleted bytes are overwritten where that costs no further write; `overwrite-deleted.ts` does the rest.
  connection.exec('pragma secure_delete = fast')
  connection.exec('pragma cache_size = -16000')
  connection.exec('pragma temp_store = memory')
  connection.exec(`pragma wal_autocheckpoint = ${walLimit}`)
  // A log that grew returns its space to the disk when it restarts.
  connection.exec(`pragma journal_size_limit = ${longLog * pageBytes}`)
  addPayloadFunctions(connection)
  addReadFunctions(connection)
  connection.function('payload_without', pure, (frame, position) =>
    frameWithout(frame as Uint8Array, Number(position)),
  )
  connection.function('payload_alone', pure, (payload) => payloadAlone(payload as Uint8Array))
  connection.function('facet_text', pure, (text) => facetText(text as string))
  return connection
}

const pure = { deterministic: true }

function addPayloadFunctions(connection: DatabaseSync) {
  connection.function(
    'payload_words',
    pure,
    (payload) =>
      shortPlainText(plainTextOf(payload as Uint8Array)) ?? spacedWords(textsOf(payload as Uint8Array)),
  )
  // Reads the words without `payload_item`, which would copy some 10 kB for each request.
  connection.function(
    'payload_words_in',
    pure,
    (frame, position) =>
      shortPlainText(plainTextIn(frame as Uint8Array, Number(position))) ??
      spacedWords(textsOf(payloadIn(frame as Uint8Array, Number(position)))),
  )
  connection.function('payload_hash', pure, (payload) => hash('sha256', payload as Uint8Array))
}

/** Fast path for most requests: short plain texts whose words need no folding. */
const shortPlainText = (text: string | null): string | null =>
  text !== null && isShort(text) ? withoutRoles(text) : null

export function connectReader(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: defaultLockWait, readOnly: true })
  // Mapped pages need no copy. The cache serves the other pages: those of the write-ahead log, and those after the
  // first 2 GB, SQLite's maximum for mapping.
  connection.exec('pragma cache_size = -8000')
  connection.exec('pragma mmap_size = 2147418112')
  addReadFunctions(connection)
  connection.function('natural_key', pure, (name) => naturalKey(name as string))
  return connection
}

/** Defines `facet_folded`, `text_folded`, and `payload_item`, which the SQL of `wholePayload` calls. */
function addReadFunctions(connection: DatabaseSync): void {
  connection.function('facet_folded', pure, (value) => (value === null ? null : foldedFacet(value as string)))
  connection.function('text_folded', pure, (text) => (text === null ? null : foldStorable(text as string)))
  connection.function('payload_item', pure, (frame, position) =>
    payloadIn(frame as Uint8Array, Number(position)),
  )
}

/** Atomics.wait on it only times out: no thread ever notifies it. */
const sleepCell = new Int32Array(new SharedArrayBuffer(4))

/**
 * For timed queries: `on_time(column)` among a statement's conditions stops it at the deadline. `writes` is the writers'
 * counter.
 */
export function connectSearcher(
  file: string,
  writes: Int32Array,
): { connection: DatabaseSync; limit(deadline: number): void } {
  const connection = connectReader(file)
  addPayloadFunctions(connection)
  let stopAt = Number.POSITIVE_INFINITY
  let nextPause = 0
  let seenWrites = 0
  let calls = 0
  connection.function('on_time', (_row) => {
    // Reads the clock once in 64 rows, because reading the clock costs as much as reading some rows.
    if ((++calls & 63) > 0) return 1
    const now = performance.now()
    if (now > stopAt) throw new Error(tooSlow)
    if (now < nextPause) return 1
    // Pauses after a write, so that the main thread gets the core before the scheduler would take it from this thread.
    if (writes[0] !== seenWrites) Atomics.wait(sleepCell, 0, 0, pauseMilliseconds)
    seenWrites = writes[0]!
    nextPause = now + millisecondsBetweenPauses
    return 1
  })
  connection.function('payload_text', pure, (payload, part) => textOf(payload as Uint8Array, part as 0 | 1))
  connection.function('facet_number', pure, (text) => facetNumber(text as string))
  const readWords = readOnce((json) => JSON.parse(json) as SearchWord[])
  connection.function('payload_has_words', pure, (payload, wordsJson) => {
    const plain = shortPlainText(plainTextOf(payload as Uint8Array))
    const words = readWords(wordsJson as string)
    const has = plain === null ? hasWords(textsOf(payload as Uint8Array), words) : hasPlainWords(plain, words)
    return has ? 1 : 0
  })
  return {
    connection,
    limit: (deadline) => {
      stopAt = performance.now() + deadline - Date.now()
    },
  }
}

/** Caches the last text, because all rows of a statement pass the same one. */
function readOnce<T>(read: (text: string) => T): (text: string) => T {
  let cached: { text: string; value: T } | null = null
  return (text) => {
    if (cached?.text !== text) cached = { text, value: read(text) }
    return cached.value
  }
}

/** The error message of a stopped statement. */
export const tooSlow = 'the statement took longer than it may'
