import { availableParallelism } from 'node:os'
import { groupsOf } from './groups.ts'
import type { Phase, PhaseName } from './plan.ts'
import { type Failure, type FileResult, runFile } from './run-file.ts'
import type { FileLimits } from './run-process.ts'
import { runTogether } from './run-together.ts'
import { PhaseWatch } from './watch-phase.ts'

export type PhaseResult = {
  name: PhaseName
  files: number
  passed: number
  /** Failures that remain after failed files were run again. */
  failures: readonly Failure[]
  seconds: number
  /**
   * Files that failed beside others and passed alone. Each has a defect, in the test or in the tested code.
   */
  unstable: string[]
  /** The files that took longest, slowest first. */
  slowest: readonly Pick<FileResult, 'file' | 'seconds'>[]
}

/** Most failures after which the files are run again. A busy machine does not cause more. */
const rerunAtMost = 4

export async function runPhase(phase: Phase, limits: FileLimits, slowestShown: number): Promise<PhaseResult> {
  const { name, files } = phase
  const started = performance.now()
  const watch = new PhaseWatch(phase)
  const outcomes = await runBeside(phase, limits, watch)
  const broken = outcomes.filter(({ failures }) => failures.length > 0)
  const unstable: string[] = []
  if (broken.length <= rerunAtMost)
    for (const { file } of broken) {
      const alone = await runFile(file, limits, watch)
      watch.result(alone)
      if (alone.failures.length > 0) continue
      outcomes[outcomes.findIndex((outcome) => outcome.file === file)] = alone
      unstable.push(file)
      watch.print(`UNSTABLE [${name}] ${file}: failed as above, passed alone\n`)
    }
  watch.stop()
  return {
    name,
    unstable,
    files: files.length,
    seconds: (performance.now() - started) / 1000,
    slowest: outcomes.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestShown),
    passed: sum(outcomes.map(({ passed }) => passed)),
    failures: outcomes.flatMap(({ failures }) => failures),
  }
}

async function runBeside(
  { name, files }: Phase,
  limits: FileLimits,
  watch: PhaseWatch,
): Promise<FileResult[]> {
  const outcomes: FileResult[] = []
  const lanes = concurrencyOf(name)
  const queue = groupsOf(files, lanes, filesPerProcess(name)).values()
  const worker = async () => {
    for (const group of queue) {
      const ended =
        group.length === 1
          ? [await runFile(group[0]!, limits, watch)]
          : await runTogether(group, limits, watch)
      outcomes.push(...ended)
      for (const outcome of ended) watch.result(outcome)
    }
  }
  await Promise.all(Array.from({ length: lanes }, worker))
  return outcomes
}

/**
 * Number of concurrent processes. One more than there are cores, because files that wait for a disk, a timer
 * or a process leave a core idle; a browser has processes of its own.
 */
const concurrencyOf = (name: PhaseName): number => availableParallelism() + (name === 'browser' ? 0 : 1)

/**
 * Most files that share a process. At least half of a file's processor time is loading the server and running
 * its code for the first time; for browser files that share is smaller.
 */
const filesPerProcess = (name: PhaseName): number => (name === 'browser' ? 3 : 12)

const sum = (numbers: number[]) => numbers.reduce((all, count) => all + count, 0)
