import { maxRequestsPerMinute, readMoment } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { backUpData, exportData, importData, restoreData } from '../backup-and-transfer.ts'
import type { Line } from '../command-line.ts'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { DataFolderError } from '../data-folder.ts'
import {
  BackupError,
  ExportError,
  NewerDataError,
  NotEmptyError,
  openStore,
  type Store,
  UnfinishedDataError,
  UnreachableDatabaseError,
} from '../db/index.ts'
import { examine, printFindings } from '../doctor/index.ts'
import { OutboundAllowError } from '../edge/index.ts'
import { ignoreOutputErrors } from '../log.ts'
import { migrateForCommand } from '../migrate-storage.ts'
import {
  changeAccount,
  closeAccount,
  makeInstallationAdmin,
  reopenAccount,
  resetPassword,
  selectAccounts,
  unlinkAccount,
} from '../people/index.ts'
import { repriceWindow } from '../prices/index.ts'
import { migrateToTable } from '../reports/index.ts'
import { sealedColumns } from '../sealed-columns.ts'
import { SecretKeyError } from '../sealing/index.ts'
import { openSecrets, type Rotation, rotateSecrets } from '../secrets/index.ts'
import { PortTakenError, serve } from '../serve.ts'
import { checkUpgrade, upgrade } from '../upgrade/index.ts'
import { workspaceDeletions } from '../workspace-deletion/index.ts'
import {
  createKey,
  createWorkspace,
  describeKeys,
  namedWorkspace,
  revoke,
  setProviderKeys,
} from '../workspaces/index.ts'
import { runBodiesCommand } from './bodies-command.ts'
import { importPrices } from './import-prices.ts'
import { migrateCopy, runLogCommand } from './log-command.ts'

/** Errors that people can fix: only the message is printed. Other errors are printed with their stack. */
const expected = [
  BackupError,
  ConfigError,
  DataFolderError,
  ExportError,
  NewerDataError,
  NotEmptyError,
  OutboundAllowError,
  PortTakenError,
  Refusal,
  SecretKeyError,
  UnfinishedDataError,
  UnreachableDatabaseError,
]

type Environment = Readonly<Record<string, string | undefined>>

/** Runs a command and returns the exit code; null if it failed and the process must exit despite open handles. */
export async function runCommand(line: Line, environment: Environment): Promise<number | null> {
  try {
    return await run(line, environment)
  } catch (error) {
    const isExpected = expected.some((kind) => error instanceof kind)
    console.error(isExpected ? `galley: ${(error as Error).message}` : error)
    return null
  }
}

async function run(line: Line, environment: Environment): Promise<number> {
  const config = readConfig(environment)
  const { command, argument, workspace } = line
  const withStore = async (work: (store: Store) => Promise<unknown>) => {
    await migrateForCommand(config)
    const store = await openStore(config)
    try {
      return printJson(await work(store))
    } finally {
      await store.close()
    }
  }
  switch (command) {
    case 'serve':
      return serveUntilStopped(environment)
    case 'migrate':
      return print(
        JSON.stringify({ applied: await migrateForCommand(config), ...(await migrateCopy(config)) }),
      )
    case 'doctor':
      return diagnose(config, line.json)
    case 'upgrade':
      return upgradeStorage(config, environment, line.check)
    case 'workspace create':
      return withStore(async (store) => {
        const created = await createWorkspace(store, {
          name: argument,
          providerKeys: !line.noProviderKeys,
          now: Date.now(),
        })
        return { workspace_id: created.workspaceId, name: created.name, api_key: created.key }
      })
    case 'workspace grant':
    case 'workspace refuse':
      return withStore(async (store) => {
        const id = await namedWorkspace(store, workspaceId(argument))
        const granted = command === 'workspace grant'
        await store.transact((tx) => setProviderKeys(tx, id, granted))
        return { workspace_id: id, provider_keys: granted }
      })
    case 'workspace deletions':
      return withStore((store) => workspaceDeletions(store.db))
    case 'account list':
      return withStore((store) => selectAccounts(store.db))
    case 'account close':
      return withStore((store) =>
        changeAccount(store, argument, (tx, person) =>
          closeAccount(tx, { person, heir: null, now: Date.now() }),
        ),
      )
    case 'account reopen':
      return withStore((store) => changeAccount(store, argument, reopenAccount))
    case 'account password':
      return withStore((store) => resetPassword(store, argument))
    case 'account unlink':
      return withStore((store) => changeAccount(store, argument, unlinkAccount))
    case 'account admin':
      return withStore((store) => changeAccount(store, argument, makeInstallationAdmin))
    case 'key create':
      return withStore(async (store) => {
        const created = await createKey(store, workspace, line.name, Date.now(), rateOf(line.rate))
        return { id: created.id, workspace_id: created.workspaceId, name: created.name, api_key: created.key }
      })
    case 'key list':
      return withStore((store) => describeKeys(store, workspace))
    case 'key revoke':
      return withStore(async (store) => {
        await revoke(store, keyId(argument), Date.now())
        return { revoked: keyId(argument) }
      })
    case 'migrate-report':
      return withStore(async (store) =>
        migrateToTable(store, await namedWorkspace(store, workspace), reportId(argument), Date.now()),
      )
    case 'reprice':
      return withStore((store) =>
        repriceWindow(
          store,
          workspace,
          { from: momentOf('--from', line.from), to: momentOf('--to', line.to), apply: line.apply },
          Date.now,
        ),
      )
    case 'prices import': {
      let isApplied = false
      await withStore(async (store) => {
        const difference = await importPrices(store, config, line)
        isApplied = difference.applied
        return difference
      })
      if (!isApplied) console.error('galley: the price list was not imported; --yes imports it')
      return isApplied ? 0 : 1
    }
    case 'backup':
      return printJson(await backUpData(config, argument))
    case 'restore':
      return printJson(restoreData(config, argument))
    case 'export':
      return printJson(await exportData(config, argument))
    case 'import':
      return printJson(await importData(config, argument))
    case 'log status':
    case 'log backfill':
    case 'log verify':
    case 'log read-from':
    case 'log stop': {
      let passed = true
      await withStore(async (store) => {
        const { isPassed, report } = await runLogCommand(store, config, command, argument)
        passed = isPassed
        return report
      })
      return passed ? 0 : 1
    }
    case 'bodies status':
    case 'bodies move':
    case 'bodies orphans':
      return withStore((store) => runBodiesCommand(store, config, command, line))
    case 'secrets rotate':
      return withStore(async (store) =>
        rotationReport(await rotateSecrets(store, await openSecrets(store, config), sealedColumns)),
      )
  }
}

async function diagnose(config: Config, isJson: boolean): Promise<number> {
  const findings = await examine(config)
  console.log(isJson ? JSON.stringify({ findings }, null, 2) : printFindings(findings))
  return findings.some(({ state }) => state === 'fails') ? 1 : 0
}

const checkExitCodes = { nothing_to_do: 0, possible: 2, impossible: 1 } as const

async function upgradeStorage(config: Config, environment: Environment, isCheck: boolean): Promise<number> {
  const report = await checkUpgrade(config, environment, Date.now())
  if (isCheck || report.result !== 'possible') {
    printJson(report)
    for (const problem of report.problems) console.error(`galley: ${problem}`)
    return isCheck || report.result === 'impossible' ? checkExitCodes[report.result] : 0
  }
  return printJson(await upgrade(config, report, Date.now()))
}

function rotationReport({ key, resealed, unreadable }: Rotation) {
  if (unreadable.length > 0)
    throw new SecretKeyError(
      `${resealed} secrets were sealed again, but no key opens ${unreadable.join(', ')}. Add the key that sealed them to GALLEY_SECRET_KEY and repeat the command. Keep all keys until then.`,
    )
  return { key, resealed }
}

const wholeNumber = /^\d{1,15}$/

function rateOf(rate: number | null): number | null {
  if (rate === null || rate <= maxRequestsPerMinute) return rate
  throw new Refusal('bad_request', `--rate must be at most ${maxRequestsPerMinute}`)
}

function idIn(text: string, noun: string): number {
  if (wholeNumber.test(text)) return Number(text)
  throw new Refusal('bad_request', `The argument must be the id of ${noun}.`)
}

const keyId = (text: string) => idIn(text, 'a key, as `galley key list` prints it')
const workspaceId = (text: string) => idIn(text, 'a workspace')
const reportId = (text: string) => idIn(text, "an evaluation's run")

function momentOf(option: string, text: string): number {
  const moment = readMoment(text)
  if (moment !== undefined) return moment
  throw new Refusal(
    'bad_request',
    `${option} must be a date or a time, such as 2026-11-01 or 2026-11-01T12:00:00Z`,
  )
}

const stopSignals = ['SIGINT', 'SIGTERM'] as const
/** Milliseconds in which a second stop signal is ignored, because npm repeats the Ctrl-C of its terminal. */
const repetitionMilliseconds = 1_000

/**
 * Registers the signal handlers before the start, because a stop signal may arrive as soon as the server is up. A second
 * signal aborts the calls under way, and a third one ends the process.
 */
async function serveUntilStopped(environment: Environment): Promise<number> {
  ignoreOutputErrors()
  const first = Promise.withResolvers<null>()
  const second = Promise.withResolvers<void>()
  let firstAt: number | null = null
  const receive = () => {
    firstAt ??= performance.now()
    first.resolve(null)
    if (performance.now() - firstAt < repetitionMilliseconds) return
    second.resolve()
    for (const signal of stopSignals) process.off(signal, receive)
  }
  for (const signal of stopSignals) process.on(signal, receive)
  const running = await serve(readConfig(environment))
  second.promise.then(() => running.abortCalls())
  const failure = await Promise.race([first.promise, running.storageLoss])
  if (failure) console.error(`galley: stops and must be restarted: ${failure.message}`, failure.cause ?? '')
  if (!failure) await running.drain()
  await running.stop()
  return failure ? 1 : 0
}

const printJson = (result: unknown): number => print(JSON.stringify(result, null, 2))

function print(text: string): number {
  console.log(text)
  return 0
}
