import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { longLog } from './messages.ts'

/**
 * Checkpoints the write-ahead log on its own thread, without blocking the writer. SQLite restarts the log only when all of it
 * is copied. A busy writer stays ahead, so once the log is long and almost copied this thread asks the writer to copy the rest
 * between two commits.
 */

/** Milliseconds between two checkpoints, with and without writes. */
const busyPause = 25
const idlePause = 500

/** The share of the log that the writer may copy itself: 160 pages took up to 6 ms. */
const writerShare = 0.01

const connection = new DatabaseSync((workerData as { file: string }).file, { timeout: 0 })
const statement = connection.prepare('pragma wal_checkpoint(passive)')
let lastLog = 0

function checkpoint() {
  const { log, checkpointed } = copyLog() ?? { log: lastLog, checkpointed: 0 }
  if (log > longLog && log - checkpointed < writerShare * log) parentPort!.postMessage('almost')
  setTimeout(checkpoint, log === lastLog ? idlePause : busyPause)
  lastLog = log
}

/** Null if the log could not be copied, as on a full disk. A thread that ended here would leave the log to grow. */
function copyLog() {
  try {
    return statement.get() as { log: number; checkpointed: number }
  } catch {
    return null
  }
}

checkpoint()
