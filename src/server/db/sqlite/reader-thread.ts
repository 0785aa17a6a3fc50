import { parentPort, workerData } from 'node:worker_threads'
import { connectReader } from './connect.ts'
import type { Statement, WriterReply } from './messages.ts'
import { StatementCache } from './statements.ts'

/** Reads that may take long run here, so that they delay neither the event loop nor the writer. */
const statements = new StatementCache(connectReader((workerData as { file: string }).file))

parentPort!.on('message', ({ id, sql, parameters }: Statement & { id: number }) => {
  const reply = (answer: Omit<WriterReply, 'id'>) => parentPort!.postMessage({ id, ...answer })
  try {
    reply(statements.run(sql, parameters))
  } catch (error) {
    const { message, errcode } = error as { message: string; errcode?: number }
    reply({ error: { message, code: 'ERR_READER', errcode: errcode ?? 0 } })
  }
})
