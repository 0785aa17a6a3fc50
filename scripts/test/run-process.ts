import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventFile } from './event-file.ts'
import { killGroup, spawnGroup } from './process-group.ts'
import type { FileEvent } from './reporter.ts'

export type FileLimits = {
  env: NodeJS.ProcessEnv
  testSeconds: number
  fileSeconds: number
  /** Runs only the tests with a matching name. */
  namePattern?: string | undefined
}
export type ProcessResult = {
  events: readonly FileEvent[]
  /** How the process ended, if that was abnormal. */
  end: string | undefined
  output: string
  seconds: number
}

const reporter = import.meta.resolve('./reporter.ts')
const followTestsOnly = import.meta.resolve('./follow-tests-only.ts')
const eventsFolder = mkdtempSync(join(tmpdir(), 'galley-test-'))
process.on('exit', () => rmSync(eventsFolder, { recursive: true, force: true }))
const maxOutput = 16_000
/** Milliseconds between two reads of the events. */
const readEvery = 250

/**
 * Runs a script with its arguments in a process of its own. `onEvent` gets the events of its tests as they
 * arrive.
 */
export async function runProcess(
  script: readonly string[],
  { env, testSeconds, fileSeconds, namePattern }: FileLimits,
  onEvent: (event: FileEvent) => void = () => {},
): Promise<ProcessResult> {
  const started = performance.now()
  const destination = join(eventsFolder, randomUUID())
  const args = [
    `--import=${followTestsOnly}`,
    `--test-timeout=${testSeconds * 1000}`,
    ...[`--test-reporter=${reporter}`, `--test-reporter-destination=${destination}`],
    ...(namePattern === undefined ? [] : [`--test-name-pattern=${namePattern}`]),
    ...script,
  ]
  const child = spawnGroup(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-maxOutput)
    })
  }
  const written = new EventFile(destination)
  const pass = () => written.readNew().forEach(onEvent)
  const reading = setInterval(pass, readEvery)
  let overdue = false
  const timer = setTimeout(() => {
    overdue = true
    killGroup(child)
  }, fileSeconds * 1000)

  const closed = once(child, 'close')
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  clearTimeout(timer)
  clearInterval(reading)
  // Kills servers that the file has left running, which would also hold its output open.
  killGroup(child)
  await closed

  pass()
  const { events } = written
  const end = overdue
    ? `did not end within ${fileSeconds} s${stillRunning(events)}`
    : describeEnd(code, signal)
  return { events, end, output, seconds: (performance.now() - started) / 1000 }
}

function describeEnd(code: number | null, signal: string | null): string | undefined {
  if (signal) return `was ended by ${signal}`
  return code === 0 ? undefined : `ended with exit code ${code}`
}

function stillRunning(events: readonly FileEvent[]): string {
  const named = (kind: FileEvent['kind']) =>
    events.flatMap((event) =>
      'line' in event && event.kind === kind ? [`"${event.name}" (line ${event.line})`] : [],
    )
  const finished = new Set(named('finished'))
  const running = named('started').filter((name) => !finished.has(name))
  if (running.length > 0) return `; still running: ${running.join(', ')}`
  return events.length > 0
    ? '; its reported tests have ended, but something that it opened is still open'
    : ''
}
