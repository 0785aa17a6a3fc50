import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type Api, bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { readTrace } from './support/otlp.ts'
import { type Outline, outline, requestsIn } from './support/reported-calls.ts'

/**
 * Log records that the real agents exported on 2026-11-27 while they worked with the fake models. Unused attributes are
 * left out, and texts of Gemini CLI cut.
 */
interface Logs {
  readonly resourceLogs: readonly {
    readonly resource: object
    readonly scopeLogs: readonly { readonly logRecords: readonly LogRecord[] }[]
  }[]
}
type LogRecord = Readonly<Record<string, unknown>> & { readonly attributes: readonly Attribute[] }
interface Attribute {
  readonly key: string
  readonly value: object
}

const recorded = (name: string): readonly Logs[] =>
  JSON.parse(readFileSync(new URL(`recordings/agents/${name}.json`, import.meta.url), 'utf8'))

/** One export for each record. */
const recordByRecord = (exports: readonly Logs[]): readonly object[] =>
  exports.flatMap(({ resourceLogs }) =>
    resourceLogs.flatMap(({ resource, scopeLogs }) =>
      scopeLogs.flatMap(({ logRecords }) => logRecords.map((record) => logs(record, resource))),
    ),
  )

const logs = (record: object, resource: object = {}) => ({
  resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }],
})

interface Session {
  readonly traces: number
  readonly errors: number
  readonly cost: number | null
  readonly turns: readonly (readonly [input: string | null, output: string | null])[]
  /** Names of the steps of each turn in order of time; the name of a failed step is followed by its error. */
  readonly steps: readonly (readonly string[])[]
}

interface Expected {
  readonly requests: readonly Outline[]
  /** Durations of the calls in milliseconds; known only if one export has all records of a call. */
  readonly durations?: readonly number[]
  /** Milliseconds to the first token of the calls that state it. */
  readonly firstTokens?: readonly number[]
  readonly sessions: readonly Session[]
}

const noDirectory =
  'The tool said: <tool_use_error>Directory does not exist: text. Note: your current working directory is /tmp/agents/work.</tool_use_error>'
const sonnet = 'claude-sonnet-4-5'
const noAgent =
  "Agent type 'text' not found. Available agents: claude, Explore, general-purpose, Plan, statusline-setup"

/** Claude Code tells the model how many tokens are left; the fake model repeats it. */
const agentAnswer = (last: number) =>
  `The tool said: ${noAgent}\n\n<system-reminder>\n<total_tokens>1499736${last} tokens left</total_tokens>\n</system-reminder>`

const flash = 'gemini-3.8-flash'
const context = `<session_context>
This is the Gemini CLI. We are setting up the context for our chat.
Today's date is Friday, November 27, 2026 (formatted according to the user's locale).
My operating system is: linux
The project's temporary directory is: `
const topicCall =
  'update_topic({"title":"text","summary":"text","strategic_intent":"text","wait_for_previous":true})'
const topic = String.raw`{"output":"Current topic: \"text\"\nTopic summary: text\n\nStrategic Intent: text"}`

const agents: Readonly<Record<string, Expected>> = {
  // The requests of the first session have no ids, because the fake sent none when the session was recorded.
  'claude-code-2.1.197': {
    requests: [
      ['anthropic', sonnet, '1666+40'],
      ['anthropic', sonnet, '26+37'],
      ['anthropic', sonnet, '80+16'],
      ['anthropic', sonnet, '31+42', `assistant: ${noDirectory}`],
      ['anthropic', sonnet, '31+42', `assistant: ${noDirectory}`],
      ['anthropic', sonnet, '0+0'],
    ],
    sessions: [
      {
        traces: 1,
        errors: 1,
        cost: 0.006231,
        turns: [['Say hello to Ada', null]],
        steps: [
          ['Claude Code', `chat ${sonnet}`, `execute_tool Agent: ${noAgent}`, `chat ${sonnet}`, 'answer'],
        ],
      },
      {
        traces: 2,
        errors: 0,
        cost: 0.001926,
        turns: [
          ['List the files', noDirectory],
          ['And once more', noDirectory],
        ],
        steps: [
          ['Claude Code', `chat ${sonnet}`, `chat ${sonnet}`],
          ['Claude Code', `chat ${sonnet}`],
        ],
      },
      {
        traces: 1,
        errors: 1,
        cost: null,
        turns: [['Fail: [fault bad_request]', null]],
        steps: [['Claude Code', `chat ${sonnet}: max_tokens: Field required`]],
      },
    ],
  },
  // Recorded on 2026-11-29.
  'claude-code-2.1.332': {
    requests: [
      ['anthropic', sonnet, '2588+44'],
      ['anthropic', sonnet, '48+59', `assistant: ${agentAnswer(8)}`],
      ['anthropic', sonnet, '2587+44'],
      ['anthropic', sonnet, '48+59', `assistant: ${agentAnswer(9)}`],
      ['anthropic', sonnet, '0+0'],
    ],
    sessions: [
      ...(
        [
          ['Say hello to Ada', 8, 0.009453],
          ['List the files', 9, 0.00945],
        ] as const
      ).map(([prompt, left, cost]) => ({
        traces: 1,
        errors: 1,
        cost,
        turns: [[prompt, agentAnswer(left)] as const],
        steps: [['Claude Code', `chat ${sonnet}`, `execute_tool Agent: ${noAgent}`, `chat ${sonnet}`]],
      })),
      {
        traces: 1,
        errors: 1,
        cost: null,
        turns: [['Fail: [fault bad_request]', null]],
        steps: [['Claude Code', `chat ${sonnet}: max_tokens: Field required`]],
      },
    ],
    firstTokens: [40, 8, 84, 104],
  },
  'codex-0.171.0': {
    requests: [
      ['openai', 'gpt-5', '4+57'],
      ['openai', 'gpt-5', '51+62'],
    ],
    durations: [22, 104],
    sessions: [
      {
        traces: 1,
        errors: 0,
        cost: 0.00125875,
        turns: [['Say hello to Ada', null]],
        steps: [['Codex', 'user prompt', 'chat gpt-5', 'execute_tool exec_command', 'chat gpt-5']],
      },
    ],
  },
  'gemini-cli-0.61.0': {
    requests: [
      [
        'google',
        'gemini-3.5-flash-lite',
        '4+19',
        `user: ${context}`,
        'user: Say hello to Ada',
        'assistant:  {"complexity_reasoning":"text","complexity_score":1}',
      ],
      ['google', flash, '148+31', `user: ${context} Say hello to Ada`, `assistant:  ${topicCall}`],
      [
        'google',
        flash,
        '21+31',
        `user: ${context} Say hello to Ada`,
        `assistant: ${topicCall}`,
        `tool: ${topic}`,
        `assistant:  The tool said: ${topic}`,
      ],
    ],
    sessions: [
      {
        traces: 1,
        errors: 0,
        cost: 0.00040795,
        turns: [['Say hello to Ada', `The tool said: ${topic}`]],
        steps: [
          [
            'Gemini CLI',
            'chat gemini-3.5-flash-lite',
            `chat ${flash}`,
            'execute_tool update_topic',
            `chat ${flash}`,
          ],
        ],
      },
    ],
  },
}

const inOneExport = 'each run in one export'

describe('coding agents that export their logs', () => {
  const app = appOfSuite()

  for (const [name, expected] of Object.entries(agents)) {
    const exports = recorded(name)
    const orders = {
      [inOneExport]: exports,
      'record by record': recordByRecord(exports),
      'record by record, the last first': recordByRecord(exports).toReversed(),
    }
    for (const [order, sent] of Object.entries(orders))
      it(`${name}: sessions, turns, tools and cost, ${order}`, async () => {
        const { api } = await app.newWorkspace()
        const send = async () => {
          for (const body of sent) assert.deepEqual(bodyOf(await api.post('/v1/logs', body)), {})
        }
        await send()
        const requests = await requestsIn(api)
        const reported = requests.map(outline)
        if (order === inOneExport) {
          assert.deepEqual(reported, expected.requests)
          if (expected.durations) assert.deepEqual(requests.map(millisecondsOf), expected.durations)
        }
        // A streamed answer of Gemini CLI names its request only by the order within an export.
        else assert.deepEqual(reported.map(withLastMessageOnly), expected.requests.map(withLastMessageOnly))
        // Claude Code states the attempts of failed calls only.
        const attempts = name.startsWith('claude-code') ? [1] : []
        assert.deepEqual(requests.map(attemptsOf).filter(Number), attempts)
        assert.deepEqual(await sessionsIn(api), expected.sessions)
        if (expected.firstTokens) assert.deepEqual(await firstTokensIn(api, requests), expected.firstTokens)
        await send()
        assert.deepEqual(await requestsIn(api), requests)
        assert.deepEqual(await sessionsIn(api), expected.sessions)
      })
  }
})

const attemptsOf = ({ attempts }: Readonly<Record<string, string | number>>) => attempts

const millisecondsOf = ({
  request_start_time: start,
  request_end_time: end,
}: Readonly<Record<string, string>>) => Date.parse(end!) - Date.parse(start!)

async function firstTokensIn(
  api: Api,
  requests: readonly Readonly<Record<string, string>>[],
): Promise<number[]> {
  const times: number[] = []
  for (const { trace_id, request_id } of requests) {
    const { spans } = await readTrace(api, trace_id!)
    const span = spans.find(
      ({ request_log_id }: { request_log_id: unknown }) => request_log_id === request_id,
    )
    const path = `/api/public/v2/traces/${trace_id}/spans/${span.context.span_id}`
    const first = bodyOf(await api.get(path)).content.time_to_first_token_ms
    if (first !== null) times.push(first)
  }
  return times
}

/** The outline of a call with its last message only. */
const withLastMessageOnly = ([provider, model, tokens, ...messages]: Outline) => [
  provider,
  model,
  tokens,
  messages.at(-1),
]

async function sessionsIn(api: Api): Promise<Session[]> {
  const sessions = bodyOf(
    await api.post('/api/public/v2/sessions/search', { sort_by: 'last_trace_at', sort_order: 'asc' }),
    200,
  )
  return Promise.all(
    sessions.items.map(async (session: Readonly<Record<string, never>>) => {
      const { turns } = bodyOf(await api.get(`/api/public/v2/sessions/${session['session_id']}/turns`))
      const cost: number | null = session['cost'] ?? null
      return {
        traces: session['trace_count'],
        errors: session['error_count'],
        cost: cost === null ? null : Number(Number(cost).toFixed(10)),
        turns: turns.map(({ input, output }: Record<string, unknown>) => [input, output]),
        steps: await Promise.all(
          turns.map(async ({ trace }: { trace: { trace_id: string } }) =>
            (await readTrace(api, trace.trace_id)).spans.map(stepOf),
          ),
        ),
      }
    }),
  )
}

interface ReadSpan {
  readonly name: string
  readonly status: { readonly description: string | null }
}
const stepOf = ({ name, status }: ReadSpan): string =>
  status.description ? `${name}: ${status.description}` : name
