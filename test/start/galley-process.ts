import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import type { Config } from '../../src/server/config/config.ts'

/**
 * The program of this clone, which is started by default. Runs of many files build it once, because the sources
 * take twice the processor time to start.
 */
export const presentProgram =
  process.env['GALLEY_TEST_PROGRAM'] ?? join(import.meta.dirname, '../../src/server/galley.mjs')

export type Environment = Readonly<Record<string, string | undefined>>

/** The environment of a program over the storage of a test. It logs errors only. */
export const environmentOf = (
  { folder, databaseUrl }: Pick<Config, 'folder' | 'databaseUrl'>,
  key: string,
): Environment => ({
  GALLEY_DATA: folder,
  DATABASE_URL: databaseUrl ?? undefined,
  GALLEY_API_KEY: key,
  GALLEY_LOG_LEVEL: 'error',
})

export interface Finished {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

export interface GalleyProcess {
  readonly child: ChildProcess
  readonly pid: number
  /** The output of the process so far. */
  output(): string
  /** Resolves when the process has ended and its output is read. */
  readonly finished: Promise<Finished>
}

type Options = Pick<SpawnOptions, 'uid' | 'gid'> & {
  /** The program to start; by default the bundle of this test run, or the sources. */
  readonly program?: string
  /** The Node that runs the program; by default this one. */
  readonly node?: string
  readonly nodeArguments?: readonly string[]
  /** A program with arguments through which the command is started. */
  readonly through?: readonly string[]
}

/** Starts Galley in a process of its own, with only the given settings and the tests' compile cache. */
export function startProcess(
  args: readonly string[],
  environment: Environment,
  {
    program: main = presentProgram,
    node = process.execPath,
    nodeArguments = [],
    through = [],
    ...options
  }: Options = {},
): GalleyProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const [program, ...rest] = [...through, node, ...nodeArguments, main, ...args]
  const child = spawn(program!, rest, {
    ...options,
    env: { PATH, NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const finished = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }))
  return { child, pid: child.pid!, output: () => stdout + stderr, finished }
}

/** Runs a command to its end. */
export function runGalley(
  args: readonly string[],
  environment: Environment,
  options?: Options,
): Promise<Finished> {
  return startProcess(args, environment, options).finished
}

export interface GalleyServer extends GalleyProcess {
  readonly address: string
  /** Milliseconds from the start of the process until it listened. */
  readonly readyAfter: number
}

const listening = /Galley listens on (\S+)/

/** Starts a server on a port that the system picks, and waits until it listens. */
export async function startServer(environment: Environment, options?: Options): Promise<GalleyServer> {
  const started = performance.now()
  const server = startProcess(['serve'], { GALLEY_PORT: '0', ...environment }, options)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  server.child.stdout!.on('data', () => {
    const address = listening.exec(server.output())?.[1]
    if (address) resolve(address)
  })
  server.finished.then(() => reject(new Error(`the server ended before it was ready:\n${server.output()}`)))
  const address = await promise
  return { ...server, address, readyAfter: performance.now() - started }
}

export async function killed(server: GalleyProcess): Promise<void> {
  server.child.kill('SIGKILL')
  await server.finished
}

export async function stopped(server: GalleyProcess): Promise<Finished> {
  server.child.kill('SIGTERM')
  return server.finished
}

/** Finds an unused port. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
