import { isCopied } from './clickhouse-copy/index.ts'
import type { Config } from './config/config.ts'
import type { Context } from './context.ts'
import { writeSecretFile } from './data-folder.ts'
import { announce, isTerminal } from './log.ts'
import type { CreatedWorkspace } from './workspaces/index.ts'

interface StartFacts {
  readonly address: string
  readonly hasMigrated: boolean
  /** The default workspace, if this start made it. */
  readonly created: CreatedWorkspace | null
  /** Returns the code for the first account; null if there is one. */
  readonly makeSetupCode: () => Promise<string | null>
}

/** Prints what the operator must know of a start, and the first steps for a new user. */
export async function announceStart(
  { store, config }: Context,
  { address, hasMigrated, created, makeSetupCode }: StartFacts,
): Promise<void> {
  if (hasMigrated)
    announce(`Storage is ready: ${store.version}, ${config.databaseUrl ? 'DATABASE_URL' : config.folder}`)
  if (store.scarcity) announce(store.scarcity)
  if (created) announce(welcome(config, created, address))
  const setupCode = await makeSetupCode()
  if (setupCode)
    announce(
      `There is no account yet. Open this address to create the first one:\n\n    ${address}/setup#${setupCode}\n`,
    )
  announce(`Galley listens on ${address}  (API reference: ${address}/docs)`)
}

/** Warns if changes are recorded for a copy in ClickHouse that this process does not make. */
export async function warnOfMissingCopy({ store }: Context): Promise<void> {
  if (await isCopied(store))
    announce(
      'Changes of the log wait in the database for the copy in ClickHouse: set CLICKHOUSE_URL, or end the copy with `galley log stop`.',
    )
}

/** Warns the operator if the operating system does not isolate code, and says how to fix that. */
export async function warnOfSandbox({ sandbox, config }: Context): Promise<void> {
  const { isWalled, level, details } = await sandbox
    .level()
    .catch((error: Error) => ({ isWalled: false, level: 'unavailable', details: error.message }))
  if (isWalled) return
  const consequence = config.strictSandbox
    ? 'Galley refuses to run code of tools and cells: CODE_SANDBOX is strict, and the operating system does not isolate code here'
    : 'Code of tools and cells runs without isolation by the operating system'
  announce(
    `Warning: ${consequence} (sandbox level "${level}"). ${details} Install bubblewrap, or allow user namespaces and mounts to this user (in a container: by its seccomp profile), and restart Galley.`,
  )
}

function welcome(config: Config, { key }: CreatedWorkspace, address: string): string {
  const hasFirstKey = config.firstKey !== null
  const keyText = hasFirstKey ? '$GALLEY_API_KEY' : key
  const file = hasFirstKey ? null : writeSecretFile(config.folder, 'api-key', key)
  // Without a terminal the output may go to a log collector, where more people can read it than may use the key.
  if (!isTerminal())
    return `A workspace named "default" is ready. Its API key is ${file ? `in ${file}` : 'the one in GALLEY_API_KEY'}.`
  const where = hasFirstKey
    ? 'The API key is the one in GALLEY_API_KEY.'
    : `Your API key, which is also in ${file}:\n\n    ${key}`
  return `
Welcome to Galley. A workspace named "default" is ready.
${where}

Try it:

    curl -s ${address}/rest/prompt-templates -H "X-API-KEY: ${keyText}" -H "Content-Type: application/json" -d '{
      "prompt_template": {"prompt_name": "hello"},
      "prompt_version": {"prompt_template": {"type": "chat", "messages": [
        {"role": "user", "content": [{"type": "text", "text": "Say hello to {name}."}]}]}}}'

    curl -s ${address}/prompt-templates/hello -H "X-API-KEY: ${keyText}" -H "Content-Type: application/json" -d '{"input_variables": {"name": "Ada"}}'
`
}
