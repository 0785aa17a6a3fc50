import { fileURLToPath } from 'node:url'
import type { FileEvent } from './reporter.ts'
import { type FileResult, judge, runFile } from './run-file.ts'
import { type FileLimits, runProcess } from './run-process.ts'
import { silent, type Watch } from './watch.ts'

const together = fileURLToPath(import.meta.resolve('./together.ts'))

/**
 * Runs files one after another in one process, so that code is loaded and compiled once. The process has
 * twice the time limit of one file.
 */
export async function runTogether(
  files: readonly string[],
  limits: FileLimits,
  watch: Watch = silent,
): Promise<FileResult[]> {
  const fileSeconds = limits.fileSeconds * 2
  const onEvent = eventsByFile(files[0]!, watch)
  const { events, end, output } = await runProcess([together, ...files], { ...limits, fileSeconds }, onEvent)
  const parts = partsOf(events)
  const isWhole = events.some(isEnd) && files.every((file) => parts.get(file)?.length)
  const endedAsReported = !end || events.some(({ kind }) => kind === 'failed')
  if (isWhole && endedAsReported)
    return files.map((file) => {
      const own = parts.get(file)!
      return { file, output, seconds: secondsOf(own), ...judge(file, [...own, { kind: 'ended' }], undefined) }
    })
  watch.print(`TOGETHER ${end ?? 'some had no test'}, now one by one: ${files.join(', ')}\n${output}`)
  const alone: FileResult[] = []
  for (const file of files) alone.push(await runFile(file, limits, watch))
  return alone
}

/**
 * Passes each event to the watcher of its file. The first file counts as begun while the files are loaded.
 */
function eventsByFile(first: string, watch: Watch): (event: FileEvent) => void {
  let file = first
  watch.begin(file)
  return (event) => {
    if (event.kind === 'file' && event.name !== file) {
      watch.end(file)
      file = event.name
      watch.begin(file)
    }
    watch.event(file, event)
  }
}

/** The events after the mark of each file. */
function partsOf(events: readonly FileEvent[]): Map<string, FileEvent[]> {
  const parts = new Map<string, FileEvent[]>()
  let part: FileEvent[] = []
  for (const event of events)
    if (event.kind === 'file') {
      part = []
      parts.set(event.name, part)
    } else if (!isEnd(event)) part.push(event)
  return parts
}

const isEnd = ({ kind }: FileEvent): boolean => kind === 'ended'

const secondsOf = (events: readonly FileEvent[]): number =>
  events.reduce((sum, event) => sum + (event.kind === 'took' ? event.milliseconds / 1000 : 0), 0)
