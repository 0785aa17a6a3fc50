import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerJobs } from '../helpers.ts'

/**
 * A provider in a process of its own. It delays each answer and serves a limited number of calls at the same
 * time; other calls queue. Its answers have the minimum that OpenAI's SDK needs, to use little of the cores.
 */

export interface ProviderJob {
  readonly milliseconds: number
  readonly slots: number
}

export interface ProviderAnswer {
  readonly origin: string
  readonly answered: number
  /** The share of all slots in use since the first call. */
  readonly used: number
  /** Milliseconds since 1970 of the first call and of the last answer. */
  readonly span: readonly [first: number, last: number]
}

const setting = { milliseconds: 100, slots: 100 }
const waiting: ServerResponse[] = []
let busy = 0
let answered = 0
let firstAt = 0
let lastAt = 0

const body = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'gpt-4o-mini',
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        logprobs: null,
        message: { role: 'assistant', content: 'It is a text of a row, and a short one.', refusal: null },
      },
    ],
    usage: { prompt_tokens: 20, completion_tokens: 12, total_tokens: 32 },
  }),
)
const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }

const server = createServer((request, response) => {
  request.resume()
  request.once('end', () => {
    waiting.push(response)
    next()
  })
})

function next() {
  while (busy < setting.slots) {
    const response = waiting.shift()
    if (!response) return
    if (answered + busy === 0) firstAt = performance.now()
    busy++
    setTimeout(() => {
      busy--
      answered++
      lastAt = performance.now()
      response.writeHead(200, headers).end(body)
      next()
    }, setting.milliseconds)
  }
}

server.listen(0, '127.0.0.1')
const listening = once(server, 'listening')

/** Each job returns the figures since the last one, and sets the parameters of the next. */
answerJobs<ProviderJob, ProviderAnswer>(async (job) => {
  await listening
  const span = lastAt - firstAt
  const used = answered === 0 ? 0 : (answered * setting.milliseconds) / (span * setting.slots)
  const spanned = [performance.timeOrigin + firstAt, performance.timeOrigin + lastAt] as const
  const answer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    used,
    span: spanned,
  }
  Object.assign(setting, job)
  answered = 0
  return answer
})
