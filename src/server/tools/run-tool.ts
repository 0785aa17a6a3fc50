import type { Context } from '../context.ts'
import type { SandboxError, SandboxOutcome } from '../edge/index.ts'
import { environmentOfCode, maskOf, readEnvironment } from '../environment/index.ts'
import { runInSandbox } from '../run-in-sandbox.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { readSettings } from '../workspaces/index.ts'
import { type Program, programOf } from './program.ts'
import type { Execution } from './version.ts'

export interface ToolRun {
  readonly toolId: number
  readonly execution: Execution
  readonly inputs: unknown
  readonly signal: AbortSignal
  /** The id of the run that the tool call belongs to; absent if a caller waits for this result only. */
  readonly run?: string
}

export type ToolOutcome = ReturnType<typeof presentOutcome>

/** Runs a tool's code with its environment variables, and masks their values in results and errors. */
export async function runTool(
  context: Context,
  workspace: WorkspaceId,
  { toolId, execution, inputs, signal, run }: ToolRun,
): Promise<ToolOutcome> {
  const program = programOf(execution)
  const environment = await readEnvironment(context, workspace, { kind: 'tool', id: String(toolId) })
  const { values, hosts } = environmentOfCode(environment, program.code)
  const outcome = await runInSandbox(context, {
    workspace,
    ...(run !== undefined && { run }),
    language: execution.language,
    code: program.code,
    data: inputs,
    environment: values,
    ...(hosts && { hosts }),
    network: (await readSettings(context.store.db, workspace)).sandbox_network,
    signal,
  })
  return maskOf(Object.values(values))(presentOutcome(outcome, program))
}

function presentOutcome(outcome: SandboxOutcome, program: Program) {
  const failed = outcome.status === 'error'
  return {
    status: outcome.status,
    result: failed ? null : outcome.value,
    stdout: outcome.stdout,
    stderr: outcome.stderr,
    duration_ms: Math.round(outcome.durationMs),
    error: failed ? presentError(outcome.error, program) : null,
  }
}

function presentError({ type, message, line, kind }: SandboxError, { linesBefore }: Program) {
  return { type, message, line: line === null ? null : Math.max(line - linesBefore, 1), kind }
}
