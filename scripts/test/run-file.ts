import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killGroup, spawnGroup } from './process-group.ts'
import type { FileEvent } from './reporter.ts'

export type Failure = { where: string; error: string }
export type FileResult = {
  file: string
  passed: number
  failures: Failure[]
  output: string
  seconds: number
}
export type FileLimits = { env: NodeJS.ProcessEnv; testSeconds: number; fileSeconds: number }

const reporter = import.meta.resolve('./reporter.ts')
const followTestsOnly = import.meta.resolve('./follow-tests-only.ts')
const eventsFolder = mkdtempSync(join(tmpdir(), 'galley-test-'))
process.on('exit', () => rmSync(eventsFolder, { recursive: true, force: true }))
const keptOutput = 16_000

export async function runFile(
  file: string,
  { env, testSeconds, fileSeconds }: FileLimits,
): Promise<FileResult> {
  const started = performance.now()
  const destination = join(eventsFolder, randomUUID())
  const args = [
    `--import=${followTestsOnly}`,
    `--test-timeout=${testSeconds * 1000}`,
    ...[`--test-reporter=${reporter}`, `--test-reporter-destination=${destination}`],
    file,
  ]
  const child = spawnGroup(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-keptOutput)
    })
  }
  let overdue = false
  const timer = setTimeout(() => {
    overdue = true
    killGroup(child)
  }, fileSeconds * 1000)

  const closed = once(child, 'close')
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  clearTimeout(timer)
  // Servers that the file left behind would also hold its output open.
  killGroup(child)
  await closed

  const events = readEvents(destination)
  const end = overdue
    ? `did not end within ${fileSeconds} s${stillRunning(events)}`
    : describeEnd(code, signal)
  const seconds = (performance.now() - started) / 1000
  return { file, output, seconds, ...judge(file, events, end) }
}

/** The last line may be cut short when the process was killed. */
function readEvents(path: string): FileEvent[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as FileEvent)
}

function judge(
  file: string,
  events: FileEvent[],
  end: string | undefined,
): Pick<FileResult, 'passed' | 'failures'> {
  const passed = events.filter(({ kind }) => kind === 'passed').length
  const failures = events.flatMap((event) =>
    event.kind === 'failed' ? [{ where: `${file}:${event.line} > ${event.name}`, error: event.error }] : [],
  )
  const ended = events.some(({ kind }) => kind === 'ended')
  if (end && (failures.length === 0 || !ended)) failures.push({ where: file, error: end })
  else if (!ended) failures.push({ where: file, error: 'has no test, or ended before its tests did' })
  return { passed, failures }
}

function describeEnd(code: number | null, signal: string | null): string | undefined {
  if (signal) return `was ended by ${signal}`
  return code === 0 ? undefined : `ended with exit code ${code}`
}

function stillRunning(events: FileEvent[]): string {
  const named = (kind: FileEvent['kind']) =>
    events.flatMap((event) =>
      'name' in event && event.kind === kind ? [`"${event.name}" (line ${event.line})`] : [],
    )
  const finished = new Set(named('finished'))
  const running = named('started').filter((name) => !finished.has(name))
  if (running.length > 0) return `; still running: ${running.join(', ')}`
  return events.length > 0 ? '; the tests it told of had ended: something it opened is still open' : ''
}
