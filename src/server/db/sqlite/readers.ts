import { Worker } from 'node:worker_threads'
import { Permits } from '../../permits.ts'
import { permitForQuestion } from '../permit-for-question.ts'
import { QueryTooSlowError } from '../store.ts'
import { tooSlow } from './connect.ts'
import type { ReaderRequest, Statement, WriterReply } from './messages.ts'
import type { StatementResult } from './statements.ts'
import { SqliteError } from './writer.ts'

/** Two of one workspace: one long report must not hold up the next person's. */
const questionsOfOne = 2
/** One more, that workspaces need not wait for questions of another one. */
const questionsAtOnce = questionsOfOne + 1
/** One more, that lists need not wait for questions: it starts when all others are busy, and one of them with a question. */
const threadCount = questionsAtOnce + 1

/** SQLite's code for a file out of reach: worth trying again, on a new thread. */
const cannotOpen = 14
const threadEnded = 'the reader thread has ended'

/** Milliseconds that a thread gets to stop by itself. */
const graceOfThread = 2_000

interface Reader {
  readonly thread: Worker
  readonly lost: (error: Error) => void
  readonly pending: Map<
    number,
    { resolve: (result: StatementResult) => void; reject: (error: Error) => void; isQuestion: boolean }
  >
}

const asksQuestion = ({ pending }: Reader): boolean =>
  [...pending.values()].some(({ isQuestion }) => isQuestion)

/** Inside one step of the engine a thread cannot be stopped: it ends when it comes out, and nobody waits for it. */
function giveUp(reader: Reader) {
  reader.lost(new SqliteError(threadEnded, cannotOpen))
  void reader.thread.terminate()
}

/** Reader threads, started by the first read that needs one: an idle server does not pay for them. */
export class SqliteReaders {
  readonly #file: string
  /** How many writes there were; the threads rest beside them. */
  readonly #writes = new Int32Array(new SharedArrayBuffer(4))
  readonly #readers: Reader[] = []
  readonly #permits = new Permits(questionsAtOnce, questionsOfOne)
  #nextId = 1

  constructor(file: string) {
    this.#file = file
  }

  /** Something is about to be written. */
  noteWrite(): void {
    this.#writes[0]!++
  }

  run(statement: Statement): Promise<StatementResult> {
    return this.#ask(this.#leastBusy(), statement, Number.POSITIVE_INFINITY)
  }

  /**
   * Stops the read at its deadline, which it may reach while it waits for others; a thread that does not come to looking
   * at the clock is given up.
   */
  async runFor(statement: Statement, milliseconds: number): Promise<StatementResult> {
    const deadline = Date.now() + milliseconds
    const release = await permitForQuestion(this.#permits, milliseconds)
    const reader = this.#leastBusy()
    const timer = setTimeout(() => giveUp(reader), deadline - Date.now() + graceOfThread)
    try {
      return await this.#ask(reader, statement, deadline)
    } catch (error) {
      const { message } = error as Error
      throw message === tooSlow || message === threadEnded ? new QueryTooSlowError(tooSlow) : error
    } finally {
      clearTimeout(timer)
      release()
    }
  }

  #ask(reader: Reader, { sql, parameters }: Statement, deadline: number): Promise<StatementResult> {
    const id = this.#nextId++
    const request: ReaderRequest = { id, sql, parameters, deadline }
    reader.thread.postMessage(request)
    const isQuestion = deadline !== Number.POSITIVE_INFINITY
    return new Promise((resolve, reject) => reader.pending.set(id, { resolve, reject, isQuestion }))
  }

  async close(): Promise<void> {
    await Promise.all(this.#readers.map(({ thread }) => thread.terminate()))
  }

  #leastBusy(): Reader {
    const idle = this.#readers.find(({ pending }) => pending.size === 0)
    if (idle) return idle
    const most = this.#readers.some(asksQuestion) ? threadCount : questionsAtOnce
    if (this.#readers.length < most) return this.#start()
    const quick = this.#readers.filter((reader) => !asksQuestion(reader))
    return (quick.length > 0 ? quick : this.#readers).reduce((least, reader) =>
      reader.pending.size < least.pending.size ? reader : least,
    )
  }

  #start(): Reader {
    const thread = new Worker(new URL('./reader-thread.ts', import.meta.url), {
      workerData: { file: this.#file, writes: this.#writes },
    })
    const reader: Reader = { thread, pending: new Map(), lost: (error) => this.#lose(reader, error) }
    thread.on('message', ({ id, rows, changes, error }: WriterReply) => {
      const pending = reader.pending.get(id)
      reader.pending.delete(id)
      if (error) pending?.reject(new SqliteError(error.message, error.errcode))
      else pending?.resolve({ rows: rows ?? [], changes: changes ?? 0 })
    })
    thread.on('error', reader.lost)
    thread.on('exit', () => reader.lost(new SqliteError(threadEnded, cannotOpen)))
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
