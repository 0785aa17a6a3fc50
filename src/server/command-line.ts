import { parseArgs } from 'node:util'
import { maxRequestsPerMinute, readMoment } from '../contract/index.ts'
import { Refusal } from '../engine/refusal.ts'
import { type BodiesCommand, runBodiesCommand } from './bodies-command.ts'
import { type Config, readConfig } from './config.ts'
import { prepareFolder } from './data-folder.ts'
import { migrate, openStore, type Store } from './db/index.ts'
import { examine, printFindings } from './doctor/index.ts'
import { SecretKeyError } from './edge/index.ts'
import { importPrices } from './import-prices.ts'
import { type LogCommand, migrateCopy, runLogCommand } from './log-command.ts'
import { migrateStorage } from './migrate-storage.ts'
import { backUpData, exportData, importData, restoreData } from './operations.ts'
import {
  changeAccount,
  closeAccount,
  makeInstallationAdmin,
  reopenAccount,
  selectAccounts,
} from './people/index.ts'
import { repriceWindow } from './prices/index.ts'
import { migrateToTable } from './reports/index.ts'
import { sealedColumns } from './sealed-columns.ts'
import { openSecrets, type Rotation, rotateSecrets } from './secrets/index.ts'
import { serve } from './serve.ts'
import { checkUpgrade, upgrade } from './upgrade/index.ts'
import {
  createKey,
  createWorkspace,
  describeKeys,
  namedWorkspace,
  revoke,
  setProviderKeys,
} from './workspaces/index.ts'

const usage = `galley <command>

  serve                                    start the server (the default)
  migrate                                  bring storage to this version's schema
  doctor [--json]                          say what this machine can and cannot do; exits with 1 if Galley cannot work
  upgrade [--check]                        back up, then migrate; --check writes nothing, prints what would be done as JSON,
                                           and exits with 0 (nothing to do), 2 (possible) or 1 (impossible)
  workspace create NAME [--no-provider-keys]
                                           make a workspace; prints its id and key as JSON
  workspace grant ID, workspace refuse ID  let a workspace use the provider keys of the server, or not
  account list                             list the accounts of this server
  account close EMAIL                      end an account with its sessions and personal keys at once
  account reopen EMAIL                     open it again; it is a member of nothing
  account admin EMAIL                      make an account an admin of the installation
  key create [--workspace ID] [--name N] [--rate N]
                                           make another key; prints it as JSON, this once; N calls a minute
  key list [--workspace ID]                list the keys of a workspace
  key revoke ID                            end a key at once
  reprice --from T --to T [--workspace ID] [--apply]
                                           compute prices of requests anew; prints the difference per model
  prices import FILE|URL [--workspace ID | --api-key KEY] [--yes]
                                           show what a price list changes; with --yes, or when asked, put it in force
  migrate-report ID [--workspace ID]       make a table of an evaluation's run; prints its ids and how scores compare
  backup FILE                              copy the embedded database, also beside a running server; checks the copy
  restore FILE                             put such a copy into an empty data folder
  export FOLDER                            write everything to files that either kind of storage can import
  import FOLDER                            fill empty storage with an export
  log status                               say how far the copy of the log in ClickHouse is
  log backfill                             copy the requests from before CLICKHOUSE_URL was set; goes on where it was stopped
  log verify                               compare the copy with the database, day by day; exits with 1 if they differ
  log read-from clickhouse|database        choose where searches of the log are answered
  log stop                                 end the copy; searches read the database
  bodies status                            say where the bodies of requests are, and try the object storage
  bodies move [--back]                     let the server move all bodies to object storage, or back into the database
  bodies orphans [--delete]                list, or delete, objects of the bucket that the database has no row for
  secrets rotate                           seal all secrets anew with the first key of GALLEY_SECRET_KEY

Settings come from the environment; docs/configuration.md lists them.`

type Environment = Readonly<Record<string, string | undefined>>

/** Runs a command and returns the exit code. */
export async function run(args: string[], environment: Environment): Promise<number> {
  const line = readLine(args)
  if (!line) return misused()
  if (line.help) return print(usage)
  const config = readConfig(environment)
  const { argument, workspace } = line
  const withStore = async (work: (store: Store) => Promise<unknown>) => {
    prepareFolder(config.folder)
    await migrate(config)
    const store = await openStore(config)
    try {
      return printed(await work(store))
    } finally {
      await store.close()
    }
  }
  switch (line.command) {
    case 'serve':
      return serveUntilStopped(environment)
    case 'migrate':
      prepareFolder(config.folder)
      return print(JSON.stringify({ applied: await migrateStorage(config), ...(await migrateCopy(config)) }))
    case 'doctor':
      return diagnose(config, line.json)
    case 'upgrade':
      return upgradeStorage(config, environment, line.check)
    case 'workspace create':
      return withStore(async (store) => {
        const made = await createWorkspace(store, {
          name: argument,
          providerKeys: !line.noProviderKeys,
          now: Date.now(),
        })
        return { workspace_id: made.workspaceId, name: made.name, api_key: made.key }
      })
    case 'workspace grant':
    case 'workspace refuse':
      return withStore(async (store) => {
        const id = await namedWorkspace(store, workspaceId(argument))
        const granted = line.command === 'workspace grant'
        await store.transact((tx) => setProviderKeys(tx, id, granted))
        return { workspace_id: id, provider_keys: granted }
      })
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
    case 'account admin':
      return withStore((store) => changeAccount(store, argument, makeInstallationAdmin))
    case 'key create':
      return withStore(async (store) => {
        const made = await createKey(store, workspace, line.name, Date.now(), line.rate)
        return { id: made.id, workspace_id: made.workspaceId, name: made.name, api_key: made.key }
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
      if (!isApplied) console.error('galley: the price list is not in force; --yes puts it in force')
      return isApplied ? 0 : 1
    }
    case 'backup':
      return printed(await backUpData(config, argument))
    case 'restore':
      return printed(restoreData(config, argument))
    case 'export':
      return printed(await exportData(config, argument))
    case 'import':
      return printed(await importData(config, argument))
    case 'log status':
    case 'log backfill':
    case 'log verify':
    case 'log read-from':
    case 'log stop': {
      let passed = true
      await withStore(async (store) => {
        const { isPassed, report } = await runLogCommand(store, config, line.command as LogCommand, argument)
        passed = isPassed
        return report
      })
      return passed ? 0 : 1
    }
    case 'bodies status':
    case 'bodies move':
    case 'bodies orphans':
      return withStore((store) => runBodiesCommand(store, config, line.command as BodiesCommand, line))
    case 'secrets rotate':
      return withStore(async (store) =>
        rotated(await rotateSecrets(store, await openSecrets(store, config), sealedColumns)),
      )
    default:
      return misused()
  }
}

/** Commands with an argument. */
const withArgument = new Set([
  'workspace create',
  'workspace grant',
  'workspace refuse',
  'account close',
  'account reopen',
  'account admin',
  'log read-from',
  'key revoke',
  'migrate-report',
  'prices import',
  'backup',
  'restore',
  'export',
  'import',
])

interface Line {
  readonly command: string
  readonly argument: string
  readonly workspace: number
  readonly name: string
  readonly from: string
  readonly to: string
  readonly apply: boolean
  readonly yes: boolean
  readonly check: boolean
  readonly json: boolean
  readonly back: boolean
  readonly delete: boolean
  /** Empty: the workspace is given by its id. */
  readonly apiKey: string
  readonly noProviderKeys: boolean
  /** Calls per minute; null: the server's default. */
  readonly rate: number | null
  readonly help: boolean
}

/** Parsed command line; null: not valid. */
function readLine(args: string[]): Line | null {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        workspace: { type: 'string' },
        'api-key': { type: 'string', default: '' },
        name: { type: 'string', default: 'key' },
        from: { type: 'string', default: '' },
        to: { type: 'string', default: '' },
        apply: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        back: { type: 'boolean', default: false },
        delete: { type: 'boolean', default: false },
        'no-provider-keys': { type: 'boolean', default: false },
        rate: { type: 'string', default: '' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    const [first = 'serve', ...words] = positionals
    const second = withArgument.has(first) ? undefined : words.shift()
    const [argument, ...more] = words
    const command = second ? `${first} ${second}` : first
    const fits = withArgument.has(command) === (argument !== undefined) && more.length === 0
    const isRate =
      values.rate === '' || (wholeNumber.test(values.rate) && Number(values.rate) <= maxRequestsPerMinute)
    const { workspace = '1', 'api-key': apiKey } = values
    const isOneWorkspace = wholeNumber.test(workspace) && !(apiKey && values.workspace)
    if (!values.help && !(fits && isRate && isOneWorkspace)) return null
    return {
      ...values,
      command,
      argument: argument ?? '',
      workspace: Number(workspace),
      apiKey,
      noProviderKeys: values['no-provider-keys'],
      rate: values.rate === '' ? null : Number(values.rate),
    }
  } catch (error) {
    console.error(`galley: ${(error as Error).message}\n`)
    return null
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
    printed(report)
    for (const problem of report.problems) console.error(`galley: ${problem}`)
    return isCheck || report.result === 'impossible' ? checkExitCodes[report.result] : 0
  }
  return printed(await upgrade(config, report, Date.now()))
}

function rotated({ key, resealed, unreadable }: Rotation) {
  if (unreadable.length > 0)
    throw new SecretKeyError(
      `${resealed} secrets were sealed anew, but no key given opens ${unreadable.join(', ')}. Add the key they were sealed with and run this again; until then keep all keys.`,
    )
  return { key, resealed }
}

function misused(): number {
  console.error(usage)
  return 2
}

const wholeNumber = /^\d{1,15}$/

function keyId(text: string): number {
  if (wholeNumber.test(text)) return Number(text)
  throw new Refusal('bad_request', 'give the id of the key, as `key list` shows it')
}

function workspaceId(text: string): number {
  if (wholeNumber.test(text)) return Number(text)
  throw new Refusal('bad_request', 'give the id of the workspace')
}

function reportId(text: string): number {
  if (wholeNumber.test(text)) return Number(text)
  throw new Refusal('bad_request', "give the id of an evaluation's run")
}

function momentOf(option: string, text: string): number {
  const moment = readMoment(text)
  if (moment !== undefined) return moment
  throw new Refusal(
    'bad_request',
    `${option} must be a date or a time, such as 2026-11-01 or 2026-11-01T12:00:00Z`,
  )
}

/**
 * Registers signal handlers before the start, because a stop may be requested as soon as the server is up.
 */
async function serveUntilStopped(environment: Environment): Promise<number> {
  const { promise: stopSignal, resolve } = Promise.withResolvers<null>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(null))
  const running = await serve(readConfig(environment))
  const lost = await Promise.race([stopSignal, running.lost])
  if (lost) console.error(`galley: stopping; it must be restarted: ${lost.message}`, lost.cause ?? '')
  if (!lost) await running.drain()
  await running.stop()
  return lost ? 1 : 0
}

const printed = (result: unknown): number => print(JSON.stringify(result, null, 2))

function print(text: string): number {
  console.log(text)
  return 0
}
