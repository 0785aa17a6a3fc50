import type { Api } from '../../kit/api.ts'
import { readBack } from './requests.ts'

/** An outline of a request as a client reported it. */
export type Outline = readonly [provider: string, model: string, tokens: string, ...messages: string[]]

/** All requests of a workspace, earliest first. */
// biome-ignore lint/suspicious/noExplicitAny: any JSON of the server.
export async function requestsIn(api: Api): Promise<any[]> {
  const { body } = await api.post('/api/public/v2/requests/search', {
    sort_by: 'request_start_time',
    sort_order: 'asc',
  })
  return Promise.all(body.items.map(({ id }: { id: number }) => readBack(api, id)))
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON of the server.
export const outline = ({ provider, model, input_tokens, output_tokens, prompt_blueprint }: any): Outline => [
  provider,
  model,
  `${input_tokens}+${output_tokens}`,
  ...prompt_blueprint.prompt_template.messages.map(wordsOf),
]

// biome-ignore lint/suspicious/noExplicitAny: any JSON of the server.
const wordsOf = ({ role, content, tool_calls }: any): string => {
  const texts = (content ?? []).map(({ text }: { text: string }) => text)
  // biome-ignore lint/suspicious/noExplicitAny: any JSON of the server.
  const calls = (tool_calls ?? []).map((call: any) => `${call.function.name}(${call.function.arguments})`)
  return `${role}: ${[...texts, ...calls].join(' ')}`
}
