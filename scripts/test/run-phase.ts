import { availableParallelism } from 'node:os'
import type { Phase, PhaseName } from './plan.ts'
import { type FileLimits, type FileResult, runFile } from './run-file.ts'

export type PhaseResult = { name: PhaseName; files: number; passed: number; failed: number; seconds: number }

export async function runPhase({ name, files }: Phase, limits: FileLimits): Promise<PhaseResult> {
  const started = performance.now()
  const result = { name, files: files.length, passed: 0, failed: 0, seconds: 0 }
  const queue = files.values()
  const worker = async () => {
    for (const file of queue) {
      const outcome = await runFile(file, limits)
      result.passed += outcome.passed
      result.failed += outcome.failures.length
      printFailures(name, outcome)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  result.seconds = (performance.now() - started) / 1000
  return result
}

function printFailures(phase: PhaseName, { file, failures, output }: FileResult): void {
  for (const { where, error } of failures) console.log(`FAIL [${phase}] ${where}\n${indent(error)}\n`)
  if (failures.length > 0 && output.trim()) console.log(`Printed by ${file}:\n${indent(output.trim())}\n`)
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ')
}
