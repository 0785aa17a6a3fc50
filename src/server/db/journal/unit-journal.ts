import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { CompiledQuery } from 'kysely'
import { type LockedFile, lockFile } from '../lock-file.ts'
import type { Store } from '../store.ts'
import { JournalFile, recordsOf } from './journal-file.ts'
import { LateUnits } from './late-units.ts'

/** Keeps units in files of the data folder until they are committed, so that a killed process loses none. */
export interface UnitJournal {
  /** As `store.append`. The unit needs a unique key, so that recovery cannot write it twice. */
  append(unit: readonly CompiledQuery[]): Promise<void>
  /** Calls `append` again, which failed because storage did not answer, until it answers. Bounded; ends with the process. */
  appendLater(append: () => Promise<void>, bytes: number): void
  /**
   * Announces work that will append units. If the process is killed before the returned function is called, `recover`
   * counts it.
   */
  announceWork(): () => void
  /** Appends the units of killed processes; returns the number of killed processes that had units or announced work. */
  recover(): Promise<number>
  close(): void
}

interface Options {
  readonly folder: string
  /** Each database has its own folder of units. */
  readonly databaseUrl: string | null
  readonly report: (error: unknown) => void
}

/** A process switches to its other file when the current file is larger and the other file is empty. */
const switchBytes = 256 * 1024
/** A longer unit is appended without the journal. */
const maxBytes = 32 * 1024 * 1024
/** Milliseconds without units after which the files are deleted. */
const idleMilliseconds = 1000

export function openJournal(store: Store, { folder: data, databaseUrl, report }: Options): UnitJournal {
  const database = hash('sha256', databaseUrl ?? 'sqlite', 'hex').slice(0, 16)
  const folder = join(data, 'answers', database)
  let ownFiles: ProcessFiles | null = null
  let isBroken = false
  let clearTimer: NodeJS.Timeout | null = null
  let announcedCount = 0
  const late = new LateUnits((error) => store.isUnavailable(error), report)

  function openFiles(): ProcessFiles {
    ownFiles ??= claimFiles(folder)
    if (clearTimer) clearTimeout(clearTimer)
    clearTimer = null
    return ownFiles
  }

  function clearSoon() {
    if (announcedCount > 0 || !ownFiles?.isEmpty || clearTimer) return
    clearTimer = setTimeout(() => ownFiles?.clear(), idleMilliseconds).unref()
  }

  /** Returns the function that marks the unit as committed. The function does nothing if the journal is disabled. */
  function writeRecord(unit: readonly CompiledQuery[]): () => void {
    if (isBroken) return () => {}
    try {
      const file = openFiles().writeRecord(
        serialize(unit.map(({ sql, parameters }) => ({ sql, parameters }))),
      )
      return () => {
        file?.markCommitted()
        clearSoon()
      }
    } catch (error) {
      disable(error)
      return () => {}
    }
  }

  /**
   * The disk is full or the folder is read-only. `append` continues without the journal, and the database reports its
   * own errors.
   */
  function disable(error: unknown) {
    isBroken = true
    report(error)
  }

  return {
    async append(unit) {
      const markCommitted = writeRecord(unit)
      try {
        await store.append(unit)
      } finally {
        markCommitted()
      }
    },
    appendLater: (append, bytes) => late.add(append, bytes),
    announceWork() {
      announcedCount++
      try {
        if (!isBroken) openFiles().open()
      } catch (error) {
        disable(error)
      }
      return () => {
        announcedCount--
        clearSoon()
      }
    },
    async recover() {
      let recovered = 0
      for (const name of numbersIn(folder)) {
        const lock = lockFile(join(folder, `${name}.lock`))
        if (!lock) continue
        try {
          const files = filesOf(folder, name)
          for (const file of files)
            for (const record of recordsOf(file))
              await write(store, deserialize(record) as Statement[], report)
          for (const file of files) rmSync(file, { force: true })
          if (files.length > 0) recovered++
        } finally {
          lock.release()
        }
      }
      return recovered
    },
    close() {
      late.close()
      if (clearTimer) clearTimeout(clearTimer)
      ownFiles?.clear()
      ownFiles?.release()
      ownFiles = null
    },
  }
}

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

async function write(store: Store, unit: readonly Statement[], report: (error: unknown) => void) {
  try {
    await store.append(unit.map(({ sql, parameters }) => CompiledQuery.raw(sql, [...parameters])))
  } catch (error) {
    if (store.isUnavailable(error)) throw error
    // A duplicate was committed before the kill. Other errors come from units of a version with another schema.
    if (!store.isDuplicate(error)) report(error)
  }
}

/** The two files of one process, and the lock that the process holds while it runs. */
interface ProcessFiles {
  readonly isEmpty: boolean
  /** Creates the current file. */
  open(): void
  /** Writes a record; null if it does not fit. */
  writeRecord(body: Uint8Array): JournalFile | null
  /** Deletes the files. */
  clear(): void
  release(): void
}

/** Claims the lowest free number, so that restarts reuse the same few files. */
function claimFiles(folder: string): ProcessFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let lock: LockedFile | null = null
  let number = -1
  while (!lock) {
    number++
    // Files of a killed process stay for `recover`.
    if (filesOf(folder, String(number)).length === 0) lock = lockFile(join(folder, `${number}.lock`))
  }
  const { release } = lock
  let [current, other] = [0, 1].map(
    (fileNumber) => new JournalFile(join(folder, `${number}.${fileNumber}.journal`)),
  ) as [JournalFile, JournalFile]
  return {
    get isEmpty() {
      return current.isEmpty && other.isEmpty
    },
    open() {
      current.open()
    },
    writeRecord(body) {
      if (current.bytes > switchBytes && other.isEmpty) [current, other] = [other, current]
      if (current.bytes + body.length > maxBytes) return null
      current.append(body)
      return current
    },
    clear() {
      current.remove()
      other.remove()
    },
    release,
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const numbersIn = (folder: string): string[] =>
  namesIn(folder).flatMap((name) => /^(\d+)\.lock$/.exec(name)?.[1] ?? [])

const filesOf = (folder: string, files: string): string[] =>
  namesIn(folder)
    .filter((name) => name.startsWith(`${files}.`) && name.endsWith('.journal'))
    .map((name) => join(folder, name))
