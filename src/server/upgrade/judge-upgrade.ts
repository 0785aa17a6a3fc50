import type { LastBackup } from '../last-backup.ts'
import type { ConnectedProgram } from './upgrade-queries.ts'

export interface Step {
  readonly name: string
  /** The oldest schema number whose program works after the migration. */
  readonly reads_from: number
  /** The existing tables that the migration touches. */
  readonly tables: readonly {
    readonly table: string
    readonly rows: number
    readonly is_estimate: boolean
    /** Bytes of the table with its indexes. */
    readonly bytes: number
    readonly is_rewritten: boolean
  }[]
}

export interface Rolling {
  readonly is_allowed: boolean
  readonly reason: string
}

/** Decides whether processes of the data's schema may run beside new processes. */
export function rollingOf(steps: readonly Step[], dataSchema: number, isPostgres: boolean): Rolling {
  if (!isPostgres)
    return {
      is_allowed: false,
      reason: 'On SQLite only one process runs. Stop it, upgrade, and start the new version.',
    }
  const step = steps.find(({ reads_from }) => reads_from > dataSchema)
  if (step)
    return {
      is_allowed: false,
      reason: `After ${step.name} programs older than schema ${step.reads_from} fail. Stop all processes first.`,
    }
  return {
    is_allowed: true,
    reason: 'Processes of the previous version keep working during and after the migration.',
  }
}

export interface UpgradeReport {
  readonly result: 'nothing_to_do' | 'possible' | 'impossible'
  readonly version: string
  /** The newest migration of this program. */
  readonly schema: number
  /** The newest migration of the data; 0 if there is none. */
  readonly data_schema: number
  /** Null if storage could not be read, or there is no database yet. */
  readonly storage: string | null
  readonly steps: readonly Step[]
  readonly rolling: Rolling
  readonly key: 'opens' | 'none_yet' | 'refused' | 'unknown'
  readonly disk: { readonly free_bytes: number | null; readonly needed_bytes: number }
  readonly last_backup: (LastBackup & { readonly age_seconds: number }) | null
  readonly processes: readonly ConnectedProgram[]
  readonly unknown_settings: readonly string[]
  /** Why the upgrade is impossible, and what to do. */
  readonly problems: readonly string[]
  readonly advice: readonly string[]
}

interface State {
  readonly version: string
  readonly schema: number
  readonly dialect: 'sqlite' | 'postgres'
  readonly data_schema: number
  readonly storage: string | null
  readonly steps: readonly Step[]
  readonly rolling: Rolling
  readonly key: UpgradeReport['key']
  readonly free_bytes: number | null
  readonly database_bytes: number
  readonly last_backup: (LastBackup & { readonly age_seconds: number }) | null
  /** SQLite: true if a server runs on the data folder. */
  readonly is_held: boolean
  readonly processes: readonly ConnectedProgram[]
  readonly unknown_settings: readonly string[]
  readonly problems: readonly string[]
}

const day = 86_400

export function judgeUpgrade(state: State): UpgradeReport {
  const { version, schema, dialect, data_schema, storage, steps, rolling, key, last_backup, processes } =
    state
  const neededBytes =
    dialect === 'sqlite' && steps.length > 0 ? maxRewrittenBytes(steps) + state.database_bytes : 0
  const problems = [...state.problems]
  if (state.free_bytes !== null && neededBytes > state.free_bytes)
    problems.push(
      `The disk of the data folder has ${state.free_bytes} bytes free; the backup and the largest table that is rewritten need ${neededBytes}. Free space first.`,
    )
  const result = problems.length > 0 ? 'impossible' : steps.length > 0 ? 'possible' : 'nothing_to_do'
  return {
    result,
    version,
    schema,
    data_schema,
    storage,
    steps,
    rolling,
    key,
    disk: { free_bytes: state.free_bytes, needed_bytes: neededBytes },
    last_backup,
    processes,
    unknown_settings: state.unknown_settings,
    problems,
    advice: adviceFor(state),
  }
}

const maxRewrittenBytes = (steps: readonly Step[]): number =>
  Math.max(
    0,
    ...steps.flatMap(({ tables }) => tables.filter((table) => table.is_rewritten).map(({ bytes }) => bytes)),
  )

function adviceFor(state: State): string[] {
  const advice: string[] = []
  const { steps, data_schema, schema, last_backup } = state
  if (data_schema > schema)
    advice.push(
      `This is a rollback: the data is newer (schema ${data_schema}), and this version works with it.`,
    )
  if (steps.length > 0 && state.is_held)
    advice.push('A server is running on the data folder. Stop the server before "galley upgrade".')
  if (steps.length > 0 && state.dialect === 'postgres')
    advice.push('Make a backup with pg_dump first. Galley cannot see the age of the last backup.')
  if (state.dialect === 'sqlite' && data_schema > 0 && (!last_backup || last_backup.age_seconds > day))
    advice.push(
      `${last_backup ? 'The last backup is older than a day' : 'No backup is known'}. "galley upgrade" makes one; "galley backup FILE" does at any time.`,
    )
  for (const name of state.unknown_settings)
    advice.push(`${name} is no setting of this version. Correct or remove it.`)
  return advice
}
