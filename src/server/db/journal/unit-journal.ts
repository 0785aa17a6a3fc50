import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { CompiledQuery } from 'kysely'
import { type LockedFile, lockFile } from '../lock-file.ts'
import type { Store } from '../store.ts'
import { JournalFile, recordsOf } from './journal-file.ts'

/** Units on their way into storage, kept in the data folder meanwhile: a process that is killed does not lose them. */
export interface UnitJournal {
  /** As `store.append`. The unit has to have a key of its own, so that it is refused where it is written already. */
  append(unit: readonly CompiledQuery[]): Promise<void>
  /** Something is under way that units will come of: until it is said to be over, a kill leaves word of it. */
  expect(): () => void
  /** Writes what processes that were killed have left; how many left something or were in the midst of it. */
  recover(): Promise<number>
  close(): void
}

interface Options {
  readonly folder: string
  /** Which database units belong to: what was for another one stays where it is. */
  readonly databaseUrl: string | null
  readonly report: (error: unknown) => void
}

/** A file with more bytes is left for the other one, once that is empty. */
const roomy = 256 * 1024
/** A unit that does not fit is appended without being kept. */
const mostBytes = 32 * 1024 * 1024
/** Milliseconds without units after which nothing of them is left in the folder. */
const patience = 1000

export function openJournal(store: Store, { folder: data, databaseUrl, report }: Options): UnitJournal {
  const database = hash('sha256', databaseUrl ?? 'sqlite', 'hex').slice(0, 16)
  const folder = join(data, 'answers', database)
  let place: Place | null = null
  let isBroken = false
  let leaving: NodeJS.Timeout | null = null
  let expected = 0

  function stay(): Place {
    place ??= takePlace(folder)
    if (leaving) clearTimeout(leaving)
    leaving = null
    return place
  }

  function leaveSoon() {
    if (expected > 0 || !place?.isEmpty || leaving) return
    leaving = setTimeout(() => place?.clear(), patience).unref()
  }

  /** Says when the unit is not needed any more; without a journal that means nothing. */
  function keep(unit: readonly CompiledQuery[]): () => void {
    if (isBroken) return () => {}
    try {
      const file = stay().keep(serialize(unit.map(({ sql, parameters }) => ({ sql, parameters }))))
      return () => {
        file?.done()
        leaveSoon()
      }
    } catch (error) {
      giveUp(error)
      return () => {}
    }
  }

  /** A disk that is full or a folder that cannot be written in: the database will say it to those who have to know. */
  function giveUp(error: unknown) {
    isBroken = true
    report(error)
  }

  return {
    async append(unit) {
      const done = keep(unit)
      try {
        await store.append(unit)
      } finally {
        done()
      }
    },
    expect() {
      expected++
      try {
        if (!isBroken) stay().open()
      } catch (error) {
        giveUp(error)
      }
      return () => {
        expected--
        leaveSoon()
      }
    },
    async recover() {
      let found = 0
      for (const name of placesIn(folder)) {
        const lock = lockFile(join(folder, `${name}.lock`))
        if (!lock) continue
        const files = filesOf(folder, name)
        for (const file of files)
          for (const record of recordsOf(file)) await write(store, deserialize(record) as Statement[], report)
        for (const file of files) rmSync(file, { force: true })
        lock.release()
        if (files.length > 0) found++
      }
      return found
    },
    close() {
      if (leaving) clearTimeout(leaving)
      place?.clear()
      place?.release()
      place = null
    },
  }
}

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

async function write(store: Store, unit: readonly Statement[], report: (error: unknown) => void) {
  try {
    await store.append(unit.map(({ sql, parameters }) => CompiledQuery.raw(sql, [...parameters])))
  } catch (error) {
    if (store.isUnavailable(error)) throw error
    // Written before the process was killed; or by another version of this program, whose tables were others.
    if (!store.isDuplicate(error)) report(error)
  }
}

/** The two files of one process, and the lock by which others see that it is alive. */
interface Place {
  readonly isEmpty: boolean
  /** From here on it has a file. */
  open(): void
  /** Null: it does not fit. */
  keep(body: Uint8Array): JournalFile | null
  /** Leaves no file. */
  clear(): void
  release(): void
}

/** The first place that nobody has: processes that come and go use the same few. */
function takePlace(folder: string): Place {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let lock: LockedFile | null = null
  let number = -1
  while (!lock) {
    number++
    // What a killed process left behind is the next start's to write.
    if (filesOf(folder, String(number)).length === 0) lock = lockFile(join(folder, `${number}.lock`))
  }
  const { release } = lock
  let [current, other] = [0, 1].map((at) => new JournalFile(join(folder, `${number}.${at}.journal`))) as [
    JournalFile,
    JournalFile,
  ]
  return {
    get isEmpty() {
      return current.isEmpty && other.isEmpty
    },
    open() {
      current.open()
    },
    keep(body) {
      if (current.bytes > roomy && other.isEmpty) [current, other] = [other, current]
      if (current.bytes + body.length > mostBytes) return null
      current.keep(body)
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

const placesIn = (folder: string): string[] =>
  namesIn(folder).flatMap((name) => /^(\d+)\.lock$/.exec(name)?.[1] ?? [])

const filesOf = (folder: string, place: string): string[] =>
  namesIn(folder)
    .filter((name) => name.startsWith(`${place}.`) && name.endsWith('.journal'))
    .map((name) => join(folder, name))
