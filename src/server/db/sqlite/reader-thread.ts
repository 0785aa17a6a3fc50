import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../../pacing/lower-priority.ts'
import { connectSearcher } from './connect.ts'
import type { ReaderRequest, WriterReply } from './messages.ts'
import { StatementCache } from './statements.ts'

/** Long reads run on this thread, away from the event loop and the writer. */
lowerPriority()
const { file, writes } = workerData as { file: string; writes: Int32Array }
const { connection, limit } = connectSearcher(file, writes)
const statements = new StatementCache(connection)

parentPort!.on('message', ({ id, sql, parameters, deadline }: ReaderRequest) => {
  const reply = (answer: Omit<WriterReply, 'id'>) => parentPort!.postMessage({ id, ...answer })
  limit(deadline)
  try {
    reply(statements.run(sql, parameters))
  } catch (error) {
    const { message, errcode } = error as { message: string; errcode?: number }
    reply({ error: { message, code: 'ERR_READER', errcode: errcode ?? 0 } })
  }
})
