import { parseArgs } from 'node:util'
import { Refusal } from '../engine/refusal.ts'
import { readConfig } from './config.ts'
import { prepareFolder } from './data-folder.ts'
import { migrate, openStore, type Store } from './db/index.ts'
import { serve } from './serve.ts'
import { createKey, createWorkspace, describeKeys, revoke } from './workspaces/index.ts'

const usage = `galley <command>

  serve                                    start the server (the default)
  migrate                                  bring storage to this version's schema
  workspace create NAME                    make a workspace; prints its id and key as JSON
  key create [--workspace ID] [--name N]   make another key; prints it as JSON, this once
  key list [--workspace ID]                list the keys of a workspace
  key revoke ID                            end a key at once

Settings come from the environment; the README lists them.`

type Environment = Readonly<Record<string, string | undefined>>

/** Runs one command; gives the exit code. */
export async function run(args: string[], environment: Environment): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { workspace: { type: 'string' }, name: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) return print(usage)
  const config = readConfig(environment)
  const withStore = async (work: (store: Store) => Promise<unknown>) => {
    prepareFolder(config.folder)
    await migrate(config)
    const store = await openStore(config)
    try {
      return print(JSON.stringify(await work(store), null, 2))
    } finally {
      await store.close()
    }
  }
  const workspace = Number(values.workspace ?? 1)
  const [first, second, third] = positionals
  switch ([first ?? 'serve', second].filter(Boolean).join(' ')) {
    case 'serve':
      return serveUntilStopped(environment)
    case 'migrate':
      prepareFolder(config.folder)
      return print(JSON.stringify({ applied: await migrate(config) }))
    case 'workspace create':
      return withStore(async (store) => {
        const made = await createWorkspace(store, { name: third ?? '', now: Date.now() })
        return { workspace_id: made.workspaceId, name: made.name, api_key: made.key }
      })
    case 'key create':
      return withStore(async (store) => {
        const made = await createKey(store, workspace, values.name ?? 'key', Date.now())
        return { id: made.id, workspace_id: made.workspaceId, name: made.name, api_key: made.key }
      })
    case 'key list':
      return withStore((store) => describeKeys(store, workspace))
    case 'key revoke':
      return withStore(async (store) => {
        await revoke(store, keyId(third), Date.now())
        return { revoked: keyId(third) }
      })
    default:
      console.error(usage)
      return 2
  }
}

function keyId(text: string | undefined): number {
  if (text && /^\d+$/.test(text)) return Number(text)
  throw new Refusal('bad_request', 'give the id of the key, as `key list` shows it')
}

async function serveUntilStopped(environment: Environment): Promise<number> {
  const running = await serve(readConfig(environment), print)
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  await promise
  await running.stop()
  return 0
}

function print(text: string): number {
  console.log(text)
  return 0
}
