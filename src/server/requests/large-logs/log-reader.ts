import { Worker } from 'node:worker_threads'
import { Refusal } from '../../../engine/refusal.ts'
import { threads } from '../../program-paths.ts'
import type { ReadLog, UnreadLog } from './read-log.ts'
import type { ReadJob, ReadReply } from './read-log-thread.ts'

/** Milliseconds without a body after which the thread ends, to free its memory. */
const idleMilliseconds = 30_000

const outOfMemory = new Refusal('overloaded', 'The body took too much memory. Retry in one second.', {
  retryAfter: 1,
})

interface Pending {
  readonly resolve: (log: ReadLog) => void
  readonly reject: (error: Error) => void
}

/** A thread that reads large bodies, one after the other. It starts with the first body. */
class LogReader {
  readonly #thread = new Worker(threads.readLog, { name: 'log reader' })
  readonly #pending = new Map<number, Pending>()
  readonly #idle: NodeJS.Timeout
  #nextId = 1

  constructor(onEnd: () => void) {
    this.#thread.on('message', (reply: ReadReply) => this.#resolve(reply))
    // `unref` must come after the listener, because adding a listener would keep the process running.
    this.#thread.unref()
    const end = (error: Error) => {
      onEnd()
      clearTimeout(this.#idle)
      for (const { reject } of this.#pending.values()) reject(error)
      this.#pending.clear()
    }
    this.#thread.on('error', (error: Error & { code?: string }) =>
      end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory : error),
    )
    this.#thread.on('exit', (code) => end(new Error(`The log reader ended with exit code ${code}.`)))
    this.#idle = setTimeout(() => this.#endIfIdle(onEnd), idleMilliseconds).unref()
  }

  read({ original, dialect, key }: UnreadLog): Promise<ReadLog> {
    const id = this.#nextId++
    this.#idle.refresh()
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      const { bytes, moved } = ownBytesOf(original)
      this.#thread.postMessage({ id, original: bytes, dialect, key } satisfies ReadJob, moved)
    })
  }

  #endIfIdle(onEnd: () => void) {
    if (this.#pending.size > 0) {
      this.#idle.refresh()
      return
    }
    onEnd()
    void this.#thread.terminate()
  }

  #resolve(reply: ReadReply) {
    const pending = this.#pending.get(reply.id)
    this.#pending.delete(reply.id)
    if ('log' in reply) pending?.resolve(reply.log)
    else if ('fault' in reply) pending?.reject(reply.fault)
    else pending?.reject(new Refusal(reply.refusal.code, reply.refusal.message, reply.refusal.data))
  }
}

/** Bytes that can be moved to the thread, so that no garbage remains here. */
function ownBytesOf(body: Buffer): { bytes: Uint8Array<ArrayBuffer>; moved: ArrayBuffer[] } {
  const isWhole = body.length === body.buffer.byteLength
  const bytes = isWhole ? new Uint8Array(body.buffer as ArrayBuffer) : new Uint8Array(body)
  return { bytes, moved: [bytes.buffer] }
}

let reader: LogReader | null = null

/**
 * Reads a log call in the thread. The body is moved there and empty afterwards. @throws Refusal if it is no valid log
 * call.
 */
export function readInThread(log: UnreadLog): Promise<ReadLog> {
  const current =
    reader ??
    new LogReader(() => {
      if (reader === current) reader = null
    })
  reader = current
  return current.read(log)
}
