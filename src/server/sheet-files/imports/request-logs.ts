import type { Json } from '../../../engine/json/json.ts'
import { isPriced } from '../../../engine/price/index.ts'
import type { Store } from '../../db/index.ts'
import { describeRequest, reportedTokens } from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

type Described = NonNullable<Awaited<ReturnType<typeof describeRequest>>>

/** Maximum requests of a trace with content. Later requests have only ids. */
const maxRequests = 100

/** Requests in the form of a trace value. Answers have one form for all providers. */
export async function requestLogs(
  store: Store,
  workspace: WorkspaceId,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Json>> {
  const logs = new Map<number, Json>()
  for (const id of ids.slice(0, maxRequests)) {
    const request = await describeRequest(store, workspace, id)
    if (request) logs.set(id, requestLog(request))
  }
  return logs
}

const requestLog = (request: Described): Json => ({
  id: request.request_id,
  provider_type: request.provider,
  engine: request.model,
  status: request.status,
  price: isPriced(request.price_source) ? request.price : null,
  price_source: request.price_source,
  ...reportedTokens(request),
  request_response: answerOf(request.prompt_blueprint),
})

/** The last message in the form of a chat completion; null without an answer. */
function answerOf({ prompt_template: template }: Described['prompt_blueprint']): Json {
  if (template.type === 'completion') {
    const text = textOf(template.content)
    return text === null ? null : { choices: [{ message: { role: 'assistant', content: text } }] }
  }
  const last = template.messages.at(-1)
  if (last?.role !== 'assistant') return null
  const { content, tool_calls, function_call } = last
  const calls = tool_calls?.map(({ id, type, function: { name, arguments: text } }) => ({
    id,
    type,
    function: { name, arguments: text },
  }))
  const message = {
    role: 'assistant',
    content: content ? textOf(content) : null,
    ...(calls && calls.length > 0 && { tool_calls: calls }),
    ...(function_call && { function_call: { name: function_call.name, arguments: function_call.arguments } }),
  }
  return { choices: [{ message }] }
}

type Blocks = readonly { readonly type: string; readonly text?: unknown }[]

function textOf(blocks: Blocks): string | null {
  const texts = blocks.flatMap(({ type, text }) =>
    type === 'text' && typeof text === 'string' ? [text] : [],
  )
  return texts.length === 0 ? null : texts.join('\n')
}
