import type { FileEvent } from './reporter.ts'
import { type FileLimits, runProcess } from './run-process.ts'

export type Failure = { where: string; error: string }
export type FileResult = {
  file: string
  passed: number
  failures: Failure[]
  output: string
  seconds: number
}

export async function runFile(file: string, limits: FileLimits): Promise<FileResult> {
  const { events, end, output, seconds } = await runProcess([file], limits)
  return { file, output, seconds, ...judge(file, events, end) }
}

export function judge(
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
