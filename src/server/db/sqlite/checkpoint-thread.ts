import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Copies what was committed from the write-ahead log into the database file, beside the writer instead of in
 * its time. It never waits for the writer and the writer never for it. The log begins anew only when nothing of it
 * is left to copy, and the writer is always ahead: once it is long and almost all is copied, the writer is asked to
 * copy the rest between two commits.
 */

/** Milliseconds between two looks: while something is written, and while nothing is. */
const busyPause = 25
const idlePause = 500

/** Pages, 16 MB. */
const long = 4_000
/** Part of the log that may be left to the writer: the longer it is, the more it may take. 160 pages took up to 6 ms. */
const little = 0.01

const connection = new DatabaseSync((workerData as { file: string }).file, { timeout: 0 })
const statement = connection.prepare('pragma wal_checkpoint(passive)')
let seen = 0

function checkpoint() {
  const { log, checkpointed } = statement.get() as { log: number; checkpointed: number }
  if (log > long && log - checkpointed < little * log) parentPort!.postMessage('almost')
  setTimeout(checkpoint, log === seen ? idlePause : busyPause)
  seen = log
}

checkpoint()
