import type { FileEvent } from './reporter.ts'
import { type FileLimits, runProcess } from './run-process.ts'
import { silent, type Watch } from './watch.ts'

export type Failure = { location: string; error: string }
export type FileResult = {
  file: string
  passed: number
  failures: Failure[]
  output: string
  seconds: number
}

export async function runFile(file: string, limits: FileLimits, watch: Watch = silent): Promise<FileResult> {
  watch.begin(file)
  const { events, end, output, seconds } = await runProcess([file], limits, (event) =>
    watch.event(file, event),
  )
  return { file, output, seconds, ...judge(file, events, end) }
}

export function judge(
  file: string,
  events: readonly FileEvent[],
  end: string | undefined,
): Pick<FileResult, 'passed' | 'failures'> {
  const passed = events.filter(({ kind }) => kind === 'passed').length
  const failures = events.flatMap((event) => (event.kind === 'failed' ? [failureOf(file, event)] : []))
  const ended = events.some(({ kind }) => kind === 'ended')
  if (end && (failures.length === 0 || !ended)) failures.push({ location: file, error: end })
  else if (!ended) failures.push({ location: file, error: 'has no test, or ended before its tests did' })
  return { passed, failures }
}

export const failureOf = (file: string, { line, name, error }: FileEvent & { kind: 'failed' }): Failure => ({
  location: `${file}:${line} > ${name}`,
  error,
})
