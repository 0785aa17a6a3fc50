import { statfs } from 'node:fs/promises'
import { bodyStatus } from '../bodies/index.ts'
import { type CopyStatus, copyOf } from '../clickhouse-copy/index.ts'
import type { Store } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { readLastBackup } from '../last-backup.ts'
import type { Measurement } from './measure.ts'
import { measurePostgres } from './measure-postgres.ts'
import { measureSqlite } from './measure-sqlite.ts'

export const readStorage: Handler<'readStorage'> = async ({ store, config, now }) => {
  const measure = store.dialect === 'sqlite' ? measureSqlite : measurePostgres
  const [measured, disk, bodies, copy] = await Promise.all([
    measure(store, config.folder),
    diskOf(config.folder),
    bodyStatus(store),
    statusOfCopy(store),
  ])
  return {
    success: true,
    storage: {
      engine: store.dialect,
      version: store.version,
      data_folder: config.folder,
      size_bytes: measured.bytes,
      parts: measured.parts.map(presentPart),
      disk,
      last_backup: backupOf(config.folder),
      bodies: bodies.bucket === null && bodies.bodies === 0 ? null : bodies,
      log_copy: copy,
      measured_at: new Date(now()).toISOString(),
    },
  }
}

/** Null if the installation has no copy of the log. */
async function statusOfCopy(store: Store) {
  const copy = copyOf(store)
  if (!copy) return null
  const [{ traces, ...requests }, sizeBytes] = await Promise.all([copy.status(), copy.sizeBytes()])
  return { ...presentTable(requests), size_bytes: sizeBytes, traces: presentTable(traces) }
}

const presentTable = ({ state, read_from, pending, problem }: CopyStatus) => ({
  state,
  read_from,
  pending,
  problem,
})

const presentPart = ({ name, bytes, rows, isEstimate }: Measurement['parts'][number]) => ({
  name,
  size_bytes: bytes,
  rows,
  is_estimate: isEstimate,
})

function backupOf(folder: string) {
  const backup = readLastBackup(folder)
  return backup && { at: backup.at, size_bytes: backup.bytes }
}

/** Null if the folder does not exist, for example in a process with PostgreSQL. */
async function diskOf(folder: string) {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free_bytes: bavail * bsize, size_bytes: blocks * bsize }
  } catch {
    return null
  }
}
