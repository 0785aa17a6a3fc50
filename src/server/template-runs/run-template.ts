import { randomUUID } from 'node:crypto'
import type { RunBody } from '../../contract/index.ts'
import { Money } from '../../engine/price/index.ts'
import { EventStream, type Handler, type SendEvent } from '../http/handler.ts'
import type { RunLimits } from '../model/slots/index.ts'
import type { TemplateChoice } from '../prompts/index.ts'
import { present, presentTool } from './present.ts'
import { runPrompt } from './run-prompt.ts'
import type { RunEvent, RunRequest } from './run-request.ts'
import type { CallWait } from './slot-request.ts'
import { createTally } from './tally.ts'

/** Maximum rate-limit refusals. A caller waits for the run, so this is lower than for cells and jobs. */
const maxRefusals = 2

export const runTemplate: Handler<'runTemplate'> = async (context, { caller, body, visitor }) => {
  const isPerson = caller.actor.kind === 'person'
  const run = (send?: SendEvent) =>
    runPrompt(context, caller.workspace, requestOf(body), {
      signal: visitor.signal,
      run: randomUUID(),
      isInteractive: true,
      budget: budgetOf(body),
      source: isPerson ? 'playground' : 'app',
      tally: createTally(),
      refusals: maxRefusals,
      ...(send && { onEvent: (event) => sendEvent(send, event) }),
      // Only people get this event: the first event makes the status 200, and callers with a key need the status of a
      // failure.
      ...(send && isPerson && { onWait: (model, wait) => void sendWait(send, model, wait).catch(() => {}) }),
    })
  if (!body.stream) return present(await run())
  return new EventStream(async (send) => present(await run(send)))
}

const sendWait = (
  send: SendEvent,
  { provider, name }: { readonly provider: string; readonly name: string },
  wait: CallWait | null,
): Promise<void> =>
  wait === null
    ? send('resumed', {})
    : send('waiting', {
        provider,
        model: name,
        error_type: wait.failure?.errorType ?? null,
        message: wait.failure?.message ?? null,
        retry_after_ms: wait.delay === null ? null : Math.round(wait.delay),
      })

function requestOf(body: RunBody): RunRequest {
  return {
    template: choiceOf(body),
    variables: body.input_variables,
    model: {
      provider: body.provider ?? null,
      model: body.model ?? null,
      parameterOverrides: body.model_parameter_overrides ?? null,
    },
    history: body.chat_history ?? [],
    runTools: body.run_tools,
    mockTools: body.mock_tools ?? false,
    mcpServers: (body.mcp_servers ?? []).map(({ id, tools }) => ({ id, tools: tools ?? null })),
    tags: body.tags,
    metadata: body.metadata,
    groupId: body.group_id ?? null,
  }
}

function choiceOf({ draft, prompt_name: name, prompt_id: id, version, label }: RunBody): TemplateChoice {
  if (draft == null) return { kind: 'registry', prompt: id ?? name!, version, label }
  const { prompt_template: template, metadata, ...rest } = draft
  return {
    kind: 'draft',
    template,
    metadata: metadata ?? null,
    extras: {
      provider_id: rest.provider_id,
      provider_base_url_name: rest.provider_base_url_name,
      snippet_overrides: rest.snippet_overrides,
    },
  }
}

function budgetOf({ budget }: RunBody): RunLimits | null {
  if (!budget) return null
  return { calls: budget.calls ?? null, cost: budget.cost == null ? null : new Money(budget.cost) }
}

function sendEvent(send: SendEvent, event: RunEvent): Promise<void> {
  if (event.kind === 'text') return send('text', { text: event.text })
  if (event.kind === 'tool-result') return send('tool_result', presentTool(event.tool))
  return send('tool_call', { id: event.id, name: event.name, arguments: event.arguments })
}
