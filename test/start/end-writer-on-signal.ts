/** Loaded before the server: lets a test end SQLite's writer thread, as a bug in it would. */
import type { Worker } from 'node:worker_threads'

process.once('worker', (writer: Worker) => process.once('SIGUSR2', () => void writer.terminate()))
