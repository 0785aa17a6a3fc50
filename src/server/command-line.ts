import { parseArgs } from 'node:util'
import { version } from './version.ts'

const usage = `galley <command>

  serve                                    start the server (the default)
  migrate                                  migrate storage to this version's schema
  doctor [--json]                          check this machine; exits with 1 if Galley cannot work
  upgrade [--check]                        back up, then migrate; --check only prints the pending steps as JSON,
                                           and exits with 0 (nothing to do), 2 (possible) or 1 (impossible)
  workspace create NAME [--no-provider-keys]
                                           make a workspace; prints its id and key as JSON
  workspace grant ID, workspace refuse ID  let a workspace use the provider keys of the server, or forbid it
  workspace deletions                      list the receipts of deleted workspaces, with the rows deleted so far
  account list                             list the accounts of this server
  account close EMAIL                      close an account and end its sessions and personal keys at once
  account reopen EMAIL                     open an account again; it has no memberships
  account password EMAIL                   give an account a new password, print it once as JSON, and end its sessions
  account unlink EMAIL                     remove its link to the sign-in provider; the next sign-in with this e-mail address makes a new link
  account admin EMAIL                      make an account an admin of the installation
  key create [--workspace ID] [--name N] [--rate N]
                                           make a key and print it once, as JSON; --rate limits its calls a minute
  key list [--workspace ID]                list the keys of a workspace
  key revoke ID                            revoke a key at once
  reprice --from T --to T [--workspace ID] [--apply]
                                           compute the prices of requests again; prints the difference for each model
  prices import FILE|URL [--workspace ID | --api-key KEY] [--yes]
                                           show the changes of a price list; with --yes, or after you confirm, apply it
  migrate-report ID [--workspace ID]       make a table from a legacy evaluation's run; prints its ids and both scores
  backup FILE                              copy the embedded database, also while a server runs; checks the copy
  restore FILE                             restore such a copy into an empty data folder
  export FOLDER                            write all data to files that SQLite and PostgreSQL can import
  import FOLDER                            fill empty storage with an export
  log status                               print the state of the copy of the log in ClickHouse
  log backfill                             copy requests and traces from before CLICKHOUSE_URL was set; continues an interrupted backfill
  log verify                               compare the copy with the database, day by day; exits with 1 if they differ
  log read-from clickhouse|database        choose the storage that answers searches of the log
  log stop                                 end the copy; the database then answers searches
  bodies status                            print how many bodies each storage has, and test the object storage
  bodies move [--back]                     let the server move all bodies to object storage, or back into the database
  bodies orphans [--delete]                list, or delete, objects of the bucket without a row in the database
  secrets rotate                           seal all secrets again with the first key of GALLEY_SECRET_KEY

  --help, -h                               print this; also after a command
  --version, -v                            print the version

Settings come from the environment; docs/configuration.md lists them.`

interface CommandForm {
  readonly argument?: string
  readonly options?: readonly OptionName[]
}

type OptionName = keyof typeof options

const options = {
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
  version: { type: 'boolean', short: 'v', default: false },
} as const

const commands = {
  serve: {},
  migrate: {},
  doctor: { options: ['json'] },
  upgrade: { options: ['check'] },
  'workspace create': { argument: 'NAME', options: ['no-provider-keys'] },
  'workspace grant': { argument: 'ID' },
  'workspace refuse': { argument: 'ID' },
  'workspace deletions': {},
  'account list': {},
  'account close': { argument: 'EMAIL' },
  'account reopen': { argument: 'EMAIL' },
  'account password': { argument: 'EMAIL' },
  'account unlink': { argument: 'EMAIL' },
  'account admin': { argument: 'EMAIL' },
  'key create': { options: ['workspace', 'name', 'rate'] },
  'key list': { options: ['workspace'] },
  'key revoke': { argument: 'ID' },
  reprice: { options: ['from', 'to', 'workspace', 'apply'] },
  'prices import': { argument: 'FILE|URL', options: ['workspace', 'api-key', 'yes'] },
  'migrate-report': { argument: 'ID', options: ['workspace'] },
  backup: { argument: 'FILE' },
  restore: { argument: 'FILE' },
  export: { argument: 'FOLDER' },
  import: { argument: 'FOLDER' },
  'log status': {},
  'log backfill': {},
  'log verify': {},
  'log read-from': { argument: 'clickhouse|database' },
  'log stop': {},
  'bodies status': {},
  'bodies move': { options: ['back'] },
  'bodies orphans': { options: ['delete'] },
  'secrets rotate': {},
} as const satisfies Record<string, CommandForm>

export interface Line {
  readonly command: keyof typeof commands
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
  /** Empty if the line names the workspace by its id. */
  readonly apiKey: string
  readonly noProviderKeys: boolean
  /** Calls per minute; null: the server's default. */
  readonly rate: number | null
}

class UsageError extends Error {}

/**
 * Reads the command line without loading the server. Returns a command, a text that needs no command, or the problem of
 * a wrong line.
 */
export function readLine(
  args: readonly string[],
): { readonly line: Line } | { readonly answer: string } | { readonly problem: string } {
  try {
    const { positionals, values, tokens } = parseArgs({
      args: [...args],
      allowPositionals: true,
      tokens: true,
      options,
    })
    if (values.help) return { answer: usage }
    if (values.version) return { answer: version }
    const { command, argument } = commandOf(positionals)
    const form: CommandForm = commands[command]
    const foreign = tokens.find(
      (token) => token.kind === 'option' && !form.options?.includes(token.name as OptionName),
    )
    if (foreign?.kind === 'option') throw new UsageError(`${command} has no option ${foreign.rawName}.`)
    if (values.workspace !== undefined && values['api-key'])
      throw new UsageError('--workspace and --api-key exclude each other.')
    const { workspace = '1', rate, 'api-key': apiKey, 'no-provider-keys': noProviderKeys } = values
    return {
      line: {
        ...values,
        command,
        argument,
        apiKey,
        noProviderKeys,
        workspace: wholeNumber('--workspace', workspace),
        rate: rate === '' ? null : wholeNumber('--rate', rate),
      },
    }
  } catch (error) {
    const isUsage =
      error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
    if (!isUsage) throw error
    // The first sentence names the problem; Node's further sentences explain how to escape options.
    const [problem] = (error as Error).message.split(/\.\s/)
    return { problem: problem!.replace(/\.?$/, '.') }
  }
}

function commandOf(words: readonly string[]): { command: Line['command']; argument: string } {
  const [first = 'serve', second = ''] = words
  const isPair = Object.keys(commands).some((name) => name.startsWith(`${first} `))
  const command = isPair ? `${first} ${second}` : first
  if (!isCommand(command)) throw new UsageError(unknown(first, second, isPair))
  const [argument, surplus] = words.slice(isPair ? 2 : 1)
  const { argument: argumentName }: CommandForm = commands[command]
  if (argumentName && argument === undefined) throw new UsageError(`${command} needs ${argumentName}.`)
  const extra = argumentName ? surplus : argument
  if (extra !== undefined) throw new UsageError(`${command} does not take "${extra}".`)
  return { command, argument: argument ?? '' }
}

function unknown(first: string, second: string, isPair: boolean): string {
  if (!isPair) return `"${first}" is not a command.`
  const candidates = Object.keys(commands).filter((name) => name.startsWith(`${first} `))
  return `${second ? `"${first} ${second}" is not a command` : `${first} needs another word`}: ${candidates.join(', ')}.`
}

const isCommand = (name: string): name is Line['command'] => Object.hasOwn(commands, name)

function wholeNumber(option: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UsageError(`${option} must be a whole number, not "${text}".`)
}
