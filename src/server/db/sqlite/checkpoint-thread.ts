import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

/**
 * Copies what was committed from the write-ahead log into the database file, beside the writer instead of in
 * its time. It never waits for the writer and the writer never for it. What it leaves, because the writer is
 * always ahead, the writer copies itself when the log grows long (`walLimit`).
 */

/** Milliseconds between two looks: while something is written, and while nothing is. */
const busyPause = 25
const idlePause = 500

const connection = new DatabaseSync((workerData as { file: string }).file, { timeout: 0 })
const statement = connection.prepare('pragma wal_checkpoint(passive)')
let seen = 0

function checkpoint() {
  const { log } = statement.get() as { log: number }
  setTimeout(checkpoint, log === seen ? idlePause : busyPause)
  seen = log
}

checkpoint()
