import { inMinutes, Progress } from '../progress.ts'
import type { Phase } from './plan.ts'
import type { FileEvent } from './reporter.ts'
import { type Failure, type FileResult, failureOf } from './run-file.ts'
import type { Watch } from './watch.ts'

interface Running {
  readonly started: number
  passed: number
}

/** Counts the tests of a phase while they run, and prints each failure once. */
export class PhaseWatch implements Watch {
  readonly #phase: Phase
  readonly #progress: Progress
  readonly #running = new Map<string, Running>()
  readonly #passed = new Map<string, number>()
  readonly #printed = new Set<string>()

  constructor(phase: Phase) {
    this.#phase = phase
    this.#progress = new Progress(() => this.#describe())
  }

  begin(file: string): void {
    this.#passed.delete(file)
    this.#running.set(file, { started: performance.now(), passed: 0 })
  }

  event(file: string, event: FileEvent): void {
    if (event.kind === 'passed') this.#running.get(file)!.passed++
    if (event.kind === 'failed') this.#printFailure(failureOf(file, event))
  }

  end(file: string): void {
    this.#passed.set(file, this.#running.get(file)?.passed ?? 0)
    this.#running.delete(file)
  }

  /** Prints failures that had no event, and the output of a failed file. */
  result({ file, passed, failures, output }: FileResult): void {
    this.end(file)
    this.#passed.set(file, passed)
    for (const failure of failures) this.#printFailure(failure)
    if (failures.length > 0 && output.trim()) this.print(`Printed by ${file}:\n${indent(output.trim())}\n`)
  }

  print(text: string): void {
    this.#progress.print(text)
  }

  stop(): void {
    this.#progress.stop()
  }

  #printFailure({ location, error }: Failure): void {
    const text = `FAIL [${this.#phase.name}] ${location}\n${indent(error)}\n`
    if (this.#printed.has(text)) return
    this.#printed.add(text)
    this.print(text)
  }

  #describe(): string {
    const { name, files } = this.#phase
    const running = Array.from(this.#running, ([file, { started }]) => ({
      file,
      ms: performance.now() - started,
    }))
    const counts = [...this.#passed.values(), ...Array.from(this.#running.values(), ({ passed }) => passed)]
    const fileProgress = `${name}: ${this.#passed.size} of ${files.length} files`
    const tests = `${counts.reduce((sum, count) => sum + count, 0)} passed, ${this.#printed.size} failed`
    const now = running.map(({ file, ms }) => `${file} ${inMinutes(ms)}`).join(', ')
    return `${fileProgress}, ${tests}; running: ${now || 'none'}`
  }
}

const indent = (text: string): string => text.replace(/^/gm, '    ')
