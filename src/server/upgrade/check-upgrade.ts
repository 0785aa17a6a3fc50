import type { Config } from '../config/config.ts'
import { freeBytesOrNull, isFolderLocked } from '../data-folder.ts'
import {
  databaseBytes,
  type Inspection,
  NewerDataError,
  pendingMigrations,
  programSchema,
  refuseNewer,
  schemaOf,
  UnfinishedDataError,
  UnreachableDatabaseError,
  withInspection,
} from '../db/index.ts'
import { readLastBackup } from '../last-backup.ts'
import { SecretKeyError } from '../sealing/index.ts'
import { checkStoredKey } from '../secrets/index.ts'
import { version } from '../version.ts'
import { judgeUpgrade, rollingOf, type Step, type UpgradeReport } from './judge-upgrade.ts'
import { unknownSettings } from './settings.ts'
import { touchedTables } from './touched-tables.ts'
import { connectedPrograms, measureTable } from './upgrade-queries.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Reports the effects of an upgrade to this program. Writes nothing. */
export async function checkUpgrade(
  config: Config,
  environment: Environment,
  now: number,
): Promise<UpgradeReport> {
  const last = readLastBackup(config.folder)
  const facts = {
    version,
    schema: programSchema(),
    dialect: config.databaseUrl ? ('postgres' as const) : ('sqlite' as const),
    free_bytes: freeBytesOrNull(config.folder),
    last_backup: last && {
      ...last,
      age_seconds: Math.max(0, Math.round((now - Date.parse(last.at)) / 1_000)),
    },
    is_held: !config.databaseUrl && isFolderLocked(config.folder),
    unknown_settings: unknownSettings(environment),
  }
  try {
    return await withInspection(config, async (inspection) =>
      judgeUpgrade({ ...facts, ...(await stateOf(inspection, config)) }),
    )
  } catch (error) {
    if (!(error instanceof UnreachableDatabaseError || error instanceof UnfinishedDataError)) throw error
    return judgeUpgrade({ ...facts, ...unreadState, problems: [error.message] })
  }
}

const unreadState = {
  data_schema: 0,
  storage: null,
  steps: [],
  rolling: rollingOf([], 0, false),
  key: 'unknown',
  database_bytes: 0,
  processes: [],
} as const

async function stateOf(inspection: Inspection | null, config: Config) {
  const applied = inspection?.applied ?? []
  const problems: string[] = []
  const refusal = await messageOf(NewerDataError, () => refuseNewer(applied, programSchema()))
  let key: UpgradeReport['key'] = 'refused'
  const keyRefusal = await messageOf(SecretKeyError, async () => {
    key = await checkStoredKey(inspection, config)
  })
  for (const problem of [refusal, keyRefusal]) if (problem) problems.push(problem)
  const pending = refusal ? [] : pendingMigrations(config, applied)
  const steps: Step[] = []
  for (const { name, readsFrom, sql } of pending) {
    const tables: Step['tables'][number][] = []
    for (const { table, isRewritten } of touchedTables(sql))
      if (await inspection?.hasTable(table)) {
        const { rows, isEstimate, bytes } = await measureTable(inspection!, table)
        tables.push({ table, rows, is_estimate: isEstimate, bytes, is_rewritten: isRewritten })
      }
    steps.push({ name, reads_from: readsFrom, tables })
  }
  const isPostgres = inspection?.dialect === 'postgres'
  return {
    data_schema: schemaOf(applied),
    storage: inspection?.version ?? null,
    steps,
    rolling: rollingOf(steps, schemaOf(applied), isPostgres),
    key,
    database_bytes: databaseBytes(config),
    processes: isPostgres ? await connectedPrograms(inspection) : [],
    problems,
  }
}

async function messageOf(
  kind: new (...parameters: never[]) => Error,
  work: () => unknown,
): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof kind) return error.message
    throw error
  }
}
