import { Refusal } from '../../engine/refusal.ts'
import { functionToolOf } from '../../engine/template/tools/index.ts'
import type { Sandbox } from '../edge/index.ts'
import { type SandboxError, type SandboxJob, type SandboxOutcome, SandboxUnavailable } from '../edge/index.ts'
import { readEnvironment } from '../environment/index.ts'
import type { Handler } from '../http/handler.ts'
import { readSettings } from '../workspaces/index.ts'
import { getTool, getVersion } from './find-tool.ts'
import { maskOf } from './mask.ts'
import { type Program, programOf } from './program.ts'
import type { ToolVersion } from './version.ts'

export const testTool: Handler<'testTool'> = async (context, { caller, params, query, body }) => {
  const { store, sandbox } = context
  const { workspace } = caller
  const tool = await getTool(store.db, workspace, params.identifier)
  const version = await getVersion(store.db, workspace, tool, query)
  if (body.mock) return mocked(version)
  const execution = body.execution ?? version.execution
  if (!execution) throw new Refusal('bad_request', 'The tool has no code: there is no execution to run.')
  if (!functionToolOf(body.tool_definition ?? version.definition))
    throw new Refusal('bad_request', 'The tool definition names no function.')
  const environment = await readEnvironment(context, workspace, tool.id)
  const program = programOf(execution)
  const outcome = await run(sandbox, {
    workspace,
    language: execution.language,
    code: program.code,
    data: body.inputs ?? {},
    environment,
    network: (await readSettings(store.db, workspace)).sandbox_network,
  })
  return maskOf(Object.values(environment))(presentOutcome(outcome, program))
}

function mocked({ mockResponse }: ToolVersion) {
  if (mockResponse === null)
    throw new Refusal('bad_request', 'This version of the tool has no mock response.')
  return {
    success: true,
    message: 'The mock response; nothing ran.',
    result: {
      status: 'success' as const,
      result: mockResponse,
      stdout: '',
      stderr: '',
      duration_ms: 0,
      error: null,
    },
  }
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
    success: true,
    message: failed ? 'The code of the tool raised an error.' : 'The code of the tool ran.',
    result: {
      status: outcome.status,
      result: failed ? null : outcome.value,
      stdout: outcome.stdout,
      stderr: outcome.stderr,
      duration_ms: Math.round(outcome.durationMs),
      error: failed ? presentError(outcome.error, program) : null,
    },
  }
}

function presentError({ type, message, line, kind }: SandboxError, { linesBefore }: Program) {
  return { type, message, line: line === null ? null : Math.max(line - linesBefore, 1), kind }
}
