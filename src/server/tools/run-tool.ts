import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import {
  type Sandbox,
  type SandboxError,
  type SandboxJob,
  type SandboxOutcome,
  SandboxUnavailable,
} from '../edge/index.ts'
import { environmentOfCode, maskOf, readEnvironment } from '../environment/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { readSettings } from '../workspaces/index.ts'
import { type Program, programOf } from './program.ts'
import type { Execution } from './version.ts'

export interface ToolRun {
  readonly toolId: number
  readonly execution: Execution
  readonly inputs: unknown
  readonly signal?: AbortSignal
}

export type ToolOutcome = ReturnType<typeof presentOutcome>

/** Runs the code of a tool with its environment variables; their values are masked in whatever comes back. */
export async function runTool(
  context: Context,
  workspace: WorkspaceId,
  { toolId, execution, inputs, signal }: ToolRun,
): Promise<ToolOutcome> {
  const program = programOf(execution)
  const environment = await readEnvironment(context, workspace, { kind: 'tool', id: String(toolId) })
  const { values, hosts } = environmentOfCode(environment, program.code)
  const outcome = await run(context.sandbox, {
    workspace,
    language: execution.language,
    code: program.code,
    data: inputs,
    environment: values,
    ...(hosts && { hosts }),
    network: (await readSettings(context.store.db, workspace)).sandbox_network,
    ...(signal && { signal }),
  })
  return maskOf(Object.values(values))(presentOutcome(outcome, program))
}

async function run(sandbox: Sandbox, job: SandboxJob): Promise<SandboxOutcome> {
  try {
    return await sandbox.run(job)
  } catch (error) {
    if (!(error instanceof SandboxUnavailable)) throw error
    throw new Refusal('sandbox_unavailable', 'Code cannot be run now; the log of the server says why.', {
      cause: error,
    })
  }
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
