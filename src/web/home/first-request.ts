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
  // A line for each field: indented to the end, the command would fill the screen.
  const fields = Object.entries(body).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`)
  return [
    `curl ${origin}/log-request \\`,
    `  -H 'X-API-KEY: ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{\n${fields.join(',\n')}\n}'`,
  ].join('\n')
}

const message = (role: 'user' | 'assistant', text: string) => ({ role, content: [{ type: 'text', text }] })
