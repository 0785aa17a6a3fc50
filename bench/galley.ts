import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtProgram } from '../scripts/built-program.ts'
import { freePort } from '../test/kit/free-port.ts'
import type { Engine } from './engines.ts'

export const benchKey = 'bench-key-of-the-default-workspace'
const startSeconds = 30
/** The launcher of `npm start`. It starts the program with V8's flags. */
const main = join(await builtProgram('program'), 'lib/start.mjs')

export interface Galley {
  readonly url: string
  readonly pid: number
  /** Milliseconds from spawning the process to its first answer on /health. */
  readonly readyAfterMs: number
  /** The lines that the server has printed so far. */
  output(): string
  stop(): Promise<void>
}

/** Starts the real server as `npm start` does, in a process of its own. */
export async function startGalley(
  { folder, databaseUrl }: Engine,
  environment: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): Promise<Galley> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const from = performance.now()
  const child = spawn(process.execPath, [...profiling(), ...options, main, 'serve'], {
    env: {
      PATH: process.env['PATH'],
      GALLEY_DATA: folder,
      GALLEY_PORT: String(port),
      GALLEY_API_KEY: benchKey,
      GALLEY_LOG_LEVEL: 'error',
      ...environment,
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const announced = once(child.stdout, 'data')
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const kill = () => child.kill()
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  await whenHealthy(url, child)
  const readyAfterMs = performance.now() - from
  // On a new folder the server makes the key after it opens the port, and before it announces the address.
  await announced
  return {
    url,
    pid: child.pid!,
    readyAfterMs,
    output: () => output,
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

/**
 * Options for profiles. `GALLEY_BENCH_PROFILE=folder` writes a CPU profile of each server into the folder;
 * `GALLEY_BENCH_NODE` has further options of Node, such as `--trace-gc`.
 */
function profiling(): string[] {
  const { GALLEY_BENCH_PROFILE: folder, GALLEY_BENCH_NODE: options } = process.env
  const more = options ? options.split(' ') : []
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`, ...more] : more
}

async function whenHealthy(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + startSeconds * 1000
  while (child.exitCode === null && performance.now() < deadline) {
    const healthy = await fetch(`${url}/health`).then(
      async (response) => (await response.text()) !== '' && response.ok,
      () => false,
    )
    if (healthy) return
    await sleep(2)
  }
  child.kill()
  throw new Error('Galley did not start; its output is above')
}
