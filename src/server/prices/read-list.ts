import { Worker } from 'node:worker_threads'
import { Refusal } from '../../engine/refusal.ts'
import { threads } from '../program-paths.ts'
import type { ReadList, ThreadReply } from './read-list-thread.ts'

/** Megabytes of memory for the thread; 8 MB of empty objects take 160. */
const memory = 384
const timeLimit = 30_000
const tooManyValues = 'The price list is not readable: it holds too many values.'

let last: Promise<unknown> = Promise.resolve()

/**
 * Parses a list in a thread, because a hostile file may take all time and memory. Only one list is parsed at a time.
 * @throws Refusal `bad_request` that describes the error.
 */
export function readList(bytes: Uint8Array): Promise<ReadList> {
  const reading = last.then(() => readInThread(bytes))
  last = reading.catch(() => {})
  return reading
}

function readInThread(bytes: Uint8Array): Promise<ReadList> {
  const thread = new Worker(threads.priceList, {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: memory },
  })
  const timer = setTimeout(() => void thread.terminate(), timeLimit)
  return new Promise<ReadList>((resolve, reject) => {
    thread.on('message', (reply: ThreadReply) => {
      if ('list' in reply) resolve(reply.list)
      else reject(new Refusal('bad_request', reply.problem))
    })
    thread.on('error', (error: Error & { code?: string }) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Refusal('bad_request', tooManyValues) : error),
    )
    thread.on('exit', () => reject(new Refusal('bad_request', tooManyValues)))
  }).finally(() => clearTimeout(timer))
}
