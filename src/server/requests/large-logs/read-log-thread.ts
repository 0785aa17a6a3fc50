import { parentPort } from 'node:worker_threads'
import { Refusal, type RefusalCode } from '../../../engine/refusal.ts'
import { lowerPriority } from '../../pacing/lower-priority.ts'
import { type ReadLog, readLog, type UnreadLog } from './read-log.ts'

export interface ReadJob extends Omit<UnreadLog, 'original'> {
  readonly id: number
  readonly original: Uint8Array<ArrayBuffer>
}

export type ReadReply = { readonly id: number } & (
  | { readonly log: ReadLog }
  | {
      readonly refusal: {
        readonly code: RefusalCode
        readonly message: string
        readonly data: Refusal['data']
      }
    }
  /** A bug. It fails this body only, and not the bodies that wait for the thread. */
  | { readonly fault: Error }
)

/** Reads large logged bodies. On the main thread each body would block all calls for tens of milliseconds. */
lowerPriority()

async function replyTo({ id, original, dialect, key }: ReadJob): Promise<ReadReply> {
  const { buffer, byteOffset, length } = original
  try {
    return { id, log: await readLog({ original: Buffer.from(buffer, byteOffset, length), dialect, key }) }
  } catch (error) {
    if (!(error instanceof Refusal)) return { id, fault: error as Error }
    const { code, message, data } = error
    return { id, refusal: { code, message, data } }
  }
}

parentPort!.on('message', async (job: ReadJob) => {
  const reply = await replyTo(job)
  parentPort!.postMessage(reply, 'log' in reply ? [reply.log.answer.buffer] : [])
})
