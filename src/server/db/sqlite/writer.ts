import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { FairQueue } from '../../../engine/schedule/index.ts'
import { Permits } from '../../pacing/permits.ts'
import { threads } from '../../program-paths.ts'
import { starterWorkspace } from '../../started-by.ts'
import { ConditionFailedError } from '../store.ts'
import { defaultLockWait } from './connect.ts'
import {
  conditionFailed,
  type Statement,
  type WriterLimits,
  type WriterReplies,
  type WriterReply,
  type WriterRequest,
} from './messages.ts'
import { pack } from './packed-requests.ts'
import type { StatementResult } from './statements.ts'

/** A statement that the engine refused. `errcode` is SQLite's extended result code. */
export class SqliteError extends Error {
  override readonly name = 'SqliteError'
  readonly errcode: number

  constructor(message: string, errcode: number) {
    super(message)
    this.errcode = errcode
  }
}

/** The writer thread ended unexpectedly: the writes in progress may or may not be durable, and no more are possible. */
export class WriterLostError extends Error {
  override readonly name = 'WriterLostError'
}

const defaultLimits: WriterLimits = { lockWait: defaultLockWait, transactionSilence: 15_000 }

type RequestBody =
  | { kind: 'unit'; statements: readonly Statement[] }
  | { kind: 'begin' }
  | { kind: 'execute'; statement: Statement }
  | { kind: 'enqueue'; statement: Statement }
  | { kind: 'end'; commit: boolean }
  | { kind: 'checkpoint' }
  | { kind: 'truncate' }
  | { kind: 'close' }

interface Pending {
  readonly resolve: (result: StatementResult) => void
  readonly reject: (error: Error) => void
}

/** Units sent to the thread, enough for two commits; more wait in a queue in which workspaces take turns. */
const maxSentUnits = 1024

/** Requests of one message: larger messages would make the main thread and the writer wait for each other. */
const maxRequestsOfMessage = 16

const closedError = () => new Error('the database is closed')

/** The main thread's interface to the writer thread. Requests of one turn of the event loop share a few messages. */
export class SqliteWriter {
  readonly #thread: Worker
  readonly #port: MessagePort
  readonly #pending = new Map<number, Pending>()
  #outbox: WriterRequest[] = []
  /** A flush is already scheduled with nextTick. */
  #isFlushSoon = false
  #nextId = 1
  readonly #transactions = new Permits(1)
  #sentUnits = 0
  #commits = 0
  readonly #waitingUnits = new FairQueue<() => void>()
  #failure: Error | null = null
  /** Later requests are refused, because the thread closes the database. */
  #isClosing = false
  /** Resolves when the thread ends unexpectedly. */
  readonly lost: Promise<Error>

  constructor(file: string, limits: Partial<WriterLimits> = {}) {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    this.#thread = new Worker(threads.writer, {
      name: 'writer',
      workerData: { file, port: port2, limits: { ...defaultLimits, ...limits } },
      transferList: [port2],
    })
    const { promise, resolve } = Promise.withResolvers<Error>()
    this.lost = promise
    const lose = (cause?: unknown) => {
      if (this.#failure) return
      this.#fail(new WriterLostError('the thread that writes to the database has ended', { cause }))
      resolve(this.#failure!)
    }
    this.#thread.on('error', lose)
    this.#thread.on('exit', () => lose())
    this.#port.on('message', ({ committed, replies }: WriterReplies) => {
      if (committed.length > 0) this.#commits++
      for (let offset = 0; offset < committed.length; offset += 2)
        this.#resolve({ id: committed[offset]!, changes: committed[offset + 1]! })
      for (const reply of replies) this.#resolve(reply)
    })
  }

  /** Commits since the start that wrote units or ended a transaction. */
  get commits(): number {
    return this.#commits
  }

  /** Runs all statements or none; resolves with the result of the last one when they are durable. */
  async unit(statements: readonly Statement[]): Promise<StatementResult> {
    const owner = String(starterWorkspace())
    if (this.#sentUnits < maxSentUnits) this.#waitingUnits.markServed(owner)
    else await new Promise<void>((send) => this.#waitingUnits.add(owner, send))
    this.#sentUnits++
    try {
      return await this.#request({ kind: 'unit', statements })
    } finally {
      this.#sentUnits--
      this.#waitingUnits.take()?.()
    }
  }

  /** Waits for the connection, then holds it until `end`. */
  async begin(): Promise<() => void> {
    const { release, begun } = await this.takeTurn()
    try {
      await begun
    } catch (error) {
      release()
      throw error
    }
    return release
  }

  /**
   * As `begin`, but does not wait until the transaction has begun. The thread handles requests in order, so statements
   * can be sent at once, and `release` can be called as soon as `end` was sent.
   */
  async takeTurn(): Promise<{ release: () => void; begun: Promise<unknown> }> {
    const release = await this.#transactions.take()
    return { release, begun: this.#request({ kind: 'begin' }) }
  }

  execute(statement: Statement): Promise<StatementResult> {
    return this.#request({ kind: 'execute', statement })
  }

  /** As `execute`, without a result. If it fails, all later statements and the commit fail. */
  enqueue(statement: Statement): void {
    if (!this.#failure && !this.#isClosing) this.#post({ kind: 'enqueue', statement }, null)
  }

  async end(commit: boolean): Promise<void> {
    await this.#request({ kind: 'end', commit })
    if (commit) this.#commits++
  }

  /** Copies the rest of the write-ahead log. */
  async checkpoint(): Promise<void> {
    await this.#request({ kind: 'checkpoint' })
  }

  /** Empties the write-ahead log; false if a reader prevented it. Takes its turn between transactions. */
  async truncateLog(): Promise<boolean> {
    const release = await this.#transactions.take()
    try {
      const { rows } = await this.#request({ kind: 'truncate' })
      return (rows as { busy: number }[])[0]?.busy === 0
    } finally {
      release()
    }
  }

  async close(): Promise<void> {
    if (this.#failure) return
    await this.#transactions.emptied()
    const closed = this.#request({ kind: 'close' })
    this.#isClosing = true
    await closed
    this.#fail(closedError())
    this.#port.close()
    await this.#thread.terminate()
  }

  #request(body: RequestBody): Promise<StatementResult> {
    if (this.#failure) return Promise.reject(this.#failure)
    if (this.#isClosing) return Promise.reject(closedError())
    return new Promise((resolve, reject) => this.#post(body, { resolve, reject }))
  }

  #post(body: RequestBody, pending: Pending | null) {
    const id = this.#nextId++
    if (pending) this.#pending.set(id, pending)
    if (this.#outbox.length === 0) setImmediate(() => this.#flush())
    // An open transaction blocks all other writes, so its requests do not wait for the rest of this turn.
    if (body.kind !== 'unit' && !this.#isFlushSoon) {
      this.#isFlushSoon = true
      process.nextTick(() => this.#flush())
    }
    this.#outbox.push({ id, ...body } as WriterRequest)
    if (this.#outbox.length >= maxRequestsOfMessage) this.#flush()
  }

  #flush() {
    const requests = this.#outbox
    this.#outbox = []
    this.#isFlushSoon = false
    if (requests.length === 0) return
    try {
      this.#send(requests)
    } catch {
      // A value cannot be cloned: only the request with that value fails.
      for (const request of requests) this.#sendAlone(request)
    }
  }

  #send(requests: readonly WriterRequest[]) {
    const packed = pack(requests)
    this.#port.postMessage(packed, [packed.bytes.buffer])
  }

  #sendAlone(request: WriterRequest) {
    try {
      this.#send([request])
    } catch (error) {
      const { id } = request
      if (request.kind === 'enqueue') this.#send([{ kind: 'lose', id, message: (error as Error).message }])
      this.#pending.get(id)?.reject(error as Error)
      this.#pending.delete(id)
    }
  }

  #resolve({ id, rows, changes, error }: WriterReply) {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (error?.errcode === conditionFailed) pending?.reject(new ConditionFailedError())
    else if (error) pending?.reject(new SqliteError(error.message, error.errcode))
    else pending?.resolve({ rows: rows ?? [], changes: changes ?? 0 })
  }

  #fail(error: Error) {
    this.#failure ??= error
    for (const { reject } of this.#pending.values()) reject(this.#failure)
    this.#pending.clear()
  }
}
