/** A shell command that logs one call of a model, as an application would. */
export function firstRequest(origin: string, key: string): string {
  const body = {
    provider: 'openai',
    model: 'gpt-4.1-mini',
    input: { type: 'chat', messages: [message('user', 'Where is my order?')] },
    output: { type: 'chat', messages: [message('assistant', 'It left our warehouse this morning.')] },
    request_start_time: new Date(Date.now() - 800).toISOString(),
    request_end_time: new Date().toISOString(),
    input_tokens: 12,
    output_tokens: 9,
    tags: ['first-request'],
  }
  return [
    `curl ${origin}/log-request \\`,
    `  -H 'X-API-KEY: ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body, null, 2)}'`,
  ].join('\n')
}

const message = (role: 'user' | 'assistant', text: string) => ({ role, content: [{ type: 'text', text }] })
