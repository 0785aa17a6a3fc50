import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerJobs } from '../helpers.ts'

/** A provider that answers after 20 ms, and refuses every call of the model `gpt-4o` with 429. */

export interface ProviderAt {
  readonly origin: string
}

const answerAfter = 20

const reply = (model: string) =>
  JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        logprobs: null,
        message: { role: 'assistant', content: 'Yes.', refusal: null },
      },
    ],
    usage: { prompt_tokens: 20, completion_tokens: 2, total_tokens: 22 },
  })

const server = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { model } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { model: string }
  const isRefused = model === 'gpt-4o'
  response.writeHead(isRefused ? 429 : 200, { 'content-type': 'application/json' })
  const refusal = JSON.stringify({ error: { message: 'Too many requests', type: 'requests', code: null } })
  setTimeout(() => response.end(isRefused ? refusal : reply(model)), answerAfter)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')

answerJobs<object, ProviderAt>(async () => ({
  origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
}))
