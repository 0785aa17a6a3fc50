import { benchKey } from './galley.ts'
import type { WireRequest } from './load.ts'
import { prose } from './words.ts'

export const logPath = '/log-request'
const bodySize = 3_000
const distinctBodies = 32

const chat = (role: string, body: string) => ({
  type: 'chat',
  messages: [{ role, content: [{ type: 'text', text: body }] }],
})

function logBody(seed: number, outputLength: number): string {
  return JSON.stringify({
    provider: 'openai',
    model: 'gpt-4o',
    api_type: 'chat-completions',
    input: chat('user', prose(1_400, seed)),
    output: chat('assistant', prose(outputLength, seed + distinctBodies)),
    request_start_time: '2026-11-20T10:00:00.000Z',
    request_end_time: '2026-11-20T10:00:01.250Z',
    parameters: { temperature: 0.2, max_tokens: 800 },
    tags: ['production', 'support', `region-${seed % 4}`],
    metadata: {
      user: `user-${seed}`,
      session: `session-${seed * 7}`,
      plan: 'team',
      app: 'helpdesk',
      release: '4.2.0',
    },
    input_tokens: 350,
    output_tokens: 210,
    price: 0.0031,
    function_name: 'answer',
  })
}

/** Bodies of exactly 3 kB, each with 3 tags and 5 metadata keys. */
export const logBodies: readonly string[] = Array.from({ length: distinctBodies }, (_, seed) =>
  logBody(seed, bodySize - logBody(seed, 0).length),
)

export const logRequests: readonly WireRequest[] = logBodies.map((body) => ({
  method: 'POST',
  path: logPath,
  headers: { 'x-api-key': benchKey, 'content-type': 'application/json' },
  body,
}))
