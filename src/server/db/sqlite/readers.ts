import { Worker } from 'node:worker_threads'
import { Permits } from '../../pacing/permits.ts'
import { threads } from '../../program-paths.ts'
import { permitForQuery } from '../permit-for-query.ts'
import { QueryTooSlowError } from '../store.ts'
import { tooSlow } from './connect.ts'
import type { ReaderRequest, Statement, WriterReply } from './messages.ts'
import type { StatementResult } from './statements.ts'
import { SqliteError } from './writer.ts'

/** Two for each workspace, so that one long report does not block a second person. */
const queriesPerWorkspace = 2
/** One more thread for other workspaces. */
const concurrentQueries = queriesPerWorkspace + 1
/** One more thread for lists; it starts when all others are busy and one of them runs a timed query. */
const threadCount = concurrentQueries + 1

/** SQLite's code for a file that cannot be opened; retried on a new thread. */
const cannotOpen = 14
const threadEnded = 'the reader thread has ended'

/** Milliseconds that a thread has to stop by itself. */
const stopMilliseconds = 2_000

interface Reader {
  readonly thread: Worker
  /** Resolves when a thread that was given up has ended; null before. */
  threadEnd: Promise<unknown> | null
  readonly onLoss: (error: Error) => void
  readonly pending: Map<
    number,
    { resolve: (result: StatementResult) => void; reject: (error: Error) => void; isTimed: boolean }
  >
}

const runsTimedQuery = ({ pending }: Reader): boolean => [...pending.values()].some(({ isTimed }) => isTimed)

/** A thread cannot stop inside one step of SQLite: it ends after that step, and callers do not wait for it. */
function giveUp(reader: Reader) {
  reader.threadEnd = reader.thread.terminate()
  reader.onLoss(new SqliteError(threadEnded, cannotOpen))
}

/** Threads for long reads. The first such read starts a thread, so that an idle server has none. */
export class SqliteReaders {
  readonly #file: string
  /** Counts writes; reader threads pause after one. */
  readonly #writes = new Int32Array(new SharedArrayBuffer(4))
  readonly #readers: Reader[] = []
  readonly #permits = new Permits(concurrentQueries, queriesPerWorkspace)
  #nextId = 1

  constructor(file: string) {
    this.#file = file
  }

  countWrite(): void {
    this.#writes[0]!++
  }

  run(statement: Statement): Promise<StatementResult> {
    return this.#send(this.#leastBusy(), statement, Number.POSITIVE_INFINITY)
  }

  /**
   * Stops the read at its deadline, which includes the wait for a thread. A thread that does not stop in time is given up. It
   * keeps its permit until it has ended, so that such threads cannot fill the machine.
   */
  async runTimed(statement: Statement, milliseconds: number): Promise<StatementResult> {
    const deadline = Date.now() + milliseconds
    const release = await permitForQuery(this.#permits, milliseconds)
    const reader = this.#leastBusy()
    const timer = setTimeout(() => giveUp(reader), deadline - Date.now() + stopMilliseconds)
    try {
      return await this.#send(reader, statement, deadline)
    } catch (error) {
      const { message } = error as Error
      throw message === tooSlow || message === threadEnded ? new QueryTooSlowError(tooSlow) : error
    } finally {
      clearTimeout(timer)
      if (reader.threadEnd) void reader.threadEnd.then(release)
      else release()
    }
  }

  #send(reader: Reader, { sql, parameters }: Statement, deadline: number): Promise<StatementResult> {
    const id = this.#nextId++
    const request: ReaderRequest = { id, sql, parameters, deadline }
    reader.thread.postMessage(request)
    const isTimed = deadline !== Number.POSITIVE_INFINITY
    return new Promise((resolve, reject) => reader.pending.set(id, { resolve, reject, isTimed }))
  }

  async close(): Promise<void> {
    await Promise.all(this.#readers.map(({ thread }) => thread.terminate()))
  }

  #leastBusy(): Reader {
    const idle = this.#readers.find(({ pending }) => pending.size === 0)
    if (idle) return idle
    const threadLimit = this.#readers.some(runsTimedQuery) ? threadCount : concurrentQueries
    if (this.#readers.length < threadLimit) return this.#start()
    const withoutTimed = this.#readers.filter((reader) => !runsTimedQuery(reader))
    return (withoutTimed.length > 0 ? withoutTimed : this.#readers).reduce((least, reader) =>
      reader.pending.size < least.pending.size ? reader : least,
    )
  }

  #start(): Reader {
    const thread = new Worker(threads.reader, {
      name: 'reader',
      workerData: { file: this.#file, writes: this.#writes },
    })
    const reader: Reader = {
      thread,
      threadEnd: null,
      pending: new Map(),
      onLoss: (error) => this.#lose(reader, error),
    }
    thread.on('message', ({ id, rows, changes, error }: WriterReply) => {
      const pending = reader.pending.get(id)
      reader.pending.delete(id)
      if (error) pending?.reject(new SqliteError(error.message, error.errcode))
      else pending?.resolve({ rows: rows ?? [], changes: changes ?? 0 })
    })
    thread.on('error', reader.onLoss)
    thread.on('exit', () => reader.onLoss(new SqliteError(threadEnded, cannotOpen)))
    thread.unref()
    this.#readers.push(reader)
    return reader
  }

  #lose(reader: Reader, error: Error) {
    const index = this.#readers.indexOf(reader)
    if (index >= 0) this.#readers.splice(index, 1)
    for (const { reject } of reader.pending.values()) reject(error)
    reader.pending.clear()
  }
}
