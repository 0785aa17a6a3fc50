import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import { dirname, join } from 'node:path'
import fastify from 'fastify'
import { bodyStorageProblem } from '../bodies/index.ts'
import type { Config } from '../config/config.ts'
import { freeBytesOrNull, isFolderLocked } from '../data-folder.ts'
import { withInspection } from '../db/index.ts'
import { createGuardedFetch, createSandbox } from '../edge/index.ts'
import { readLastBackup } from '../last-backup.ts'
import { checkStoredKey } from '../secrets/index.ts'
import { usableMemory } from '../usable-memory.ts'
import { clockFinding } from './clock.ts'
import { type Finding, failedFinding, goodFinding, limitedFinding } from './finding.ts'

const gigabyte = 1e9
/** Any public host works: only its answer and the date header are used. */
const publicAddress = 'https://api.openai.com/v1/models'
const networkTimeoutMs = 5_000

/** Examines the machine with the settings of the server. Writes only into the cache of the sandbox. */
export async function examine(config: Config): Promise<Finding[]> {
  const [storage, sandbox, port, network, bodies] = await Promise.all([
    examineStorage(config),
    examineSandbox(config),
    examinePort(config),
    examineNetwork(config),
    examineBodies(config),
  ])
  return [
    nodeFinding(process.versions.node),
    examineFolder(config),
    examineDisk(config),
    ...storage,
    examineMemory(),
    port,
    sandbox,
    ...network,
    ...bodies,
  ]
}

export function nodeFinding(node: string): Finding {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  // Older versions lack crypto.randomUUIDv7. scripts/package/bin.mjs has the same numbers.
  const isSupported = major === 24 ? minor >= 16 : major > 26 || (major === 26 && minor >= 1)
  if (isSupported) return goodFinding('node', `Node ${node}.`)
  const remedy = 'Install Node 24 (24.16 or newer) or 26.1 or newer from https://nodejs.org.'
  return failedFinding('node', `Node ${node} is not supported.`, remedy)
}

async function examineBodies({ bodyStorage }: Config): Promise<Finding[]> {
  if (!bodyStorage) return []
  const problem = await bodyStorageProblem(bodyStorage)
  if (problem === null)
    return [
      goodFinding('object storage', `The bucket ${bodyStorage.bucket} takes, returns and deletes objects.`),
    ]
  const remedy =
    'Check the settings GALLEY_S3_*. Bodies of requests stay in the database until the object storage works.'
  return [limitedFinding('object storage', problem, remedy)]
}

function examineFolder({ folder }: Config): Finding {
  let existing = folder
  while (!existsSync(existing)) existing = dirname(existing)
  if (!statSync(existing).isDirectory())
    return failedFinding('data folder', `${existing} is a file.`, 'Set GALLEY_DATA to a folder.')
  try {
    accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const remedy = 'Give this user write permission, or set GALLEY_DATA to another folder.'
    return failedFinding('data folder', `${folder} is not writable (${(error as Error).message}).`, remedy)
  }
  return goodFinding('data folder', existing === folder ? folder : `${folder}, made at the first start.`)
}

function examineDisk({ folder }: Config): Finding {
  const free = freeBytesOrNull(folder)
  if (free === null)
    return limitedFinding(
      'disk',
      'The free space cannot be read.',
      'Check the free space with the tools of the system.',
    )
  const message = `${(free / gigabyte).toFixed(1)} GB free.`
  if (free < 0.1 * gigabyte)
    return failedFinding('disk', message, 'Free some space: Galley refuses writes on a full disk.')
  if (free < 2 * gigabyte) return limitedFinding('disk', message, 'Free some space, or set retention rules.')
  return goodFinding('disk', message)
}

async function examineStorage(config: Config): Promise<Finding[]> {
  const subject = config.databaseUrl ? 'PostgreSQL' : 'SQLite'
  try {
    return await withInspection(config, async (inspection) => {
      const serverNote =
        !config.databaseUrl && isFolderLocked(config.folder) ? '. A server is running on it' : ''
      const version = inspection?.version ?? 'No database yet; the first start makes it.'
      const postgres = /^PostgreSQL (\d+)/.exec(version)
      const finding =
        postgres && Number(postgres[1]) < 15
          ? failedFinding(subject, `${version} is too old.`, 'Use PostgreSQL 15 or newer.')
          : goodFinding(subject, `${version}${serverNote}`)
      return [
        finding,
        await examineKey(() => checkStoredKey(inspection, config)),
        ...examineBackup(config, inspection !== null),
      ]
    })
  } catch (error) {
    return [failedFinding(subject, (error as Error).message, 'Start Galley again when the storage works.')]
  }
}

async function examineKey(check: () => ReturnType<typeof checkStoredKey>): Promise<Finding> {
  try {
    const opensData = (await check()) === 'opens'
    const message = opensData
      ? 'The key opens the stored data.'
      : 'No secrets yet; the first start makes a key if none is set.'
    return goodFinding('secret key', message)
  } catch (error) {
    return failedFinding(
      'secret key',
      (error as Error).message,
      'Set the right key; Galley does not start with another key.',
    )
  }
}

function examineBackup({ databaseUrl, folder }: Config, hasData: boolean): Finding[] {
  if (databaseUrl || !hasData) return []
  const last = readLastBackup(folder)
  return [
    last
      ? goodFinding('backup', `The last backup is from ${last.at}.`)
      : limitedFinding('backup', 'There is no record of a backup.', 'Run "galley backup FILE" regularly.'),
  ]
}

function examineMemory(): Finding {
  const bytes = usableMemory()
  const message = `${(bytes / gigabyte).toFixed(1)} GB, ${(freemem() / gigabyte).toFixed(1)} GB of the machine free; ${availableParallelism()} processors.`
  return bytes < 0.5 * gigabyte
    ? limitedFinding('memory', message, 'Give Galley 512 MB or more.')
    : goodFinding('memory', message)
}

async function examinePort({ port, host }: Config): Promise<Finding> {
  const probe = fastify({ logger: false })
  try {
    await probe.listen({ port, host })
    return goodFinding('port', `${host}:${port} is free.`)
  } catch (error) {
    const message = `Cannot listen on ${host}:${port} (${(error as { code?: string }).code}).`
    return limitedFinding(
      'port',
      message,
      'Stop the program that uses the port (it may be Galley), or set GALLEY_PORT.',
    )
  } finally {
    await probe.close()
  }
}

async function examineSandbox(config: Config): Promise<Finding> {
  const guardedFetch = createGuardedFetch({ allow: config.outboundAllow })
  const sandbox = createSandbox({
    folder: join(config.folder, 'sandbox'),
    strict: config.strictSandbox,
    guardedFetch,
  })
  try {
    const { level, isWalled, details } = await sandbox.level()
    if (isWalled)
      return goodFinding('sandbox', `Level "${level}": user code is isolated by the operating system.`)
    const remedy =
      'Install bubblewrap, or allow user namespaces and mounts to this user (in a container: its seccomp profile).'
    return limitedFinding(
      'sandbox',
      `Level "${level}": the operating system does not isolate user code. ${details}`,
      remedy,
    )
  } catch (error) {
    return limitedFinding(
      'sandbox',
      `The sandbox cannot be tested, so user code will not run: ${(error as Error).message}`,
      'Allow this user to start processes and to write into the data folder.',
    )
  } finally {
    await sandbox.close()
    await guardedFetch.close()
  }
}

async function examineNetwork(config: Config): Promise<Finding[]> {
  const guardedFetch = createGuardedFetch({ allow: config.outboundAllow })
  try {
    const sentAt = Date.now()
    const get = guardedFetch.asFetch({ timeoutMs: networkTimeoutMs, maxResponseBytes: 100_000 })
    const { headers } = await get(publicAddress)
    return [
      goodFinding('outbound', 'Public addresses can be reached.'),
      clockFinding(headers.get('date'), (sentAt + Date.now()) / 2),
    ]
  } catch (error) {
    const remedy = 'Allow outbound HTTPS, or use models on hosts of GALLEY_OUTBOUND_ALLOW.'
    return [
      limitedFinding('outbound', `Public addresses cannot be reached. ${(error as Error).message}`, remedy),
      clockFinding(null, Date.now()),
    ]
  } finally {
    await guardedFetch.close()
  }
}
