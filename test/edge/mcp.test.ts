import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  createGuardedFetch,
  createMcpClient,
  type GuardedFetch,
  type McpClient,
} from '../../src/server/edge/index.ts'
import { type AnswerOverride, answer, type FakeMcpServer, fakeMcpServer } from './fake-mcp-server.ts'

let guardedFetch: GuardedFetch
before(() => {
  guardedFetch = createGuardedFetch({ allow: ['127.0.0.1'] })
})
after(() => guardedFetch.close())

interface Scene {
  override?: AnswerOverride
  stream?: boolean
  timeoutMs?: number
  path?: string
}

async function withServer(
  { override, stream, timeoutMs = 2_000, path = '' }: Scene,
  work: (client: McpClient, server: FakeMcpServer) => Promise<void>,
): Promise<void> {
  const server = await fakeMcpServer(override, stream)
  const headers = { authorization: 'Bearer key', 'mcp-session-id': 'forged' }
  const url = server.url + path
  const client = createMcpClient({ guardedFetch, url, headers, timeoutMs, maxResponseBytes: 100_000 })
  await work(client, server).finally(() => server.stop())
}

/** Overrides answers to tool calls. */
function onCall(
  override: (id: number | string, ...rest: Parameters<AnswerOverride>) => void,
): AnswerOverride {
  return (message, response) => {
    if (message.method !== 'tools/call') return false
    override(message.id!, message, response)
    return true
  }
}

for (const stream of [false, true])
  test(`lists and calls tools, answered with ${stream ? 'event streams' : 'JSON'}`, async () => {
    await withServer({ stream }, async (client, server) => {
      const tools = await client.listTools()
      assert.deepEqual(
        tools.map(({ name }) => name),
        ['tool-1', 'tool-2', 'tool-3'],
      )
      const echoed = await client.callTool('echo', { text: 'hi' })
      assert.deepEqual(echoed, {
        content: [{ type: 'text', text: '{"text":"hi"}' }],
        structuredContent: { echoed: { text: 'hi' } },
        isError: false,
      })
      const broken = await client.callTool('broken', {})
      assert.deepEqual([broken.isError, broken.structuredContent], [true, null])
      await assert.rejects(client.callTool('missing', {}), {
        name: 'McpError',
        code: 'rpc_error',
        number: -32_602,
        message: 'The MCP server refused: Unknown tool: missing',
      })
      await client.close()
      await assert.rejects(client.listTools(), { code: 'closed' })
      const lists = ['tools/list', 'tools/list', 'tools/list']
      const calls = ['tools/call', 'tools/call', 'tools/call']
      assert.deepEqual(server.methods(), [
        'initialize',
        'notifications/initialized',
        ...lists,
        ...calls,
        'DELETE',
      ])
    })
  })

test('every request carries the required headers', async () => {
  await withServer({}, async (client, { received }) => {
    await client.listTools()
    const [hello, ...rest] = received
    assert.deepEqual(hello?.message?.params?.['protocolVersion'], '2025-11-25')
    assert.equal(hello?.headers['mcp-protocol-version'], undefined)
    for (const { headers } of received) {
      assert.equal(headers.authorization, 'Bearer key')
      assert.equal(headers.accept, 'application/json, text/event-stream')
      assert.equal(headers['content-type'], 'application/json')
    }
    for (const { headers } of rest) {
      assert.equal(headers['mcp-protocol-version'], '2025-11-25')
      assert.match(String(headers['mcp-session-id']), /^[0-9a-f-]{36}$/)
    }
  })
})

test('an older protocol version of the server is used, an unknown one is refused', async () => {
  const speak =
    (protocolVersion: string): AnswerOverride =>
    ({ method, id }, response) => {
      if (method !== 'initialize') return false
      answer(response, { id: id!, result: { protocolVersion, capabilities: {} } })
      return true
    }
  await withServer({ override: speak('2025-03-26') }, async (client, { received }) => {
    await client.callTool('echo', {})
    assert.equal(received.at(-1)?.headers['mcp-protocol-version'], '2025-03-26')
  })
  await withServer({ override: speak('1999-12-31') }, (client) =>
    assert.rejects(client.callTool('echo', {}), { code: 'unsupported_version' }),
  )
})

test('concurrent calls share one session', async () => {
  await withServer({}, async (client, server) => {
    await Promise.all(Array.from({ length: 10 }, () => client.callTool('echo', {})))
    assert.equal(server.methods().filter((method) => method === 'initialize').length, 1)
  })
})

test('an expired session is opened again, once', async () => {
  await withServer({}, async (client, server) => {
    await client.callTool('echo', {})
    server.forgetSessions()
    const results = await Promise.all([client.callTool('echo', { n: 1 }), client.callTool('echo', { n: 2 })])
    assert.deepEqual(
      results.map(({ structuredContent }) => structuredContent),
      [{ echoed: { n: 1 } }, { echoed: { n: 2 } }],
    )
    assert.equal(server.methods().filter((method) => method === 'initialize').length, 2)
  })
  const forgetful = onCall((_id, _message, response) => response.writeHead(404).end())
  await withServer({ override: forgetful }, async (client, server) => {
    await assert.rejects(client.callTool('echo', {}), { code: 'http_status', number: 404 })
    assert.equal(server.methods().filter((method) => method === 'tools/call').length, 2)
  })
})

const notOffered = { code: -32_601, message: 'This client offers no such method.' }

test('requests of the server are answered up to a limit', async () => {
  const limit = 8
  let replyCount = 0
  const eighth = Promise.withResolvers<void>()
  const ask = onCall(async (id, _message, response) => {
    response.setHeader('content-type', 'text/event-stream')
    for (let n = 0; n < 100; n++) {
      const method = n === 0 ? 'ping' : 'sampling/createMessage'
      response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: `s${n}`, method })}\n\n`)
    }
    await eighth.promise
    answer(response, { id, result: { content: [] } }, true)
  })
  const override: AnswerOverride = (message, response) => {
    if (!message.method && ++replyCount === limit) eighth.resolve()
    return ask(message, response)
  }
  await withServer({ override, timeoutMs: 30_000 }, async (client, { received }) => {
    await client.callTool('echo', {})
    // The client has read all requests, and a reply beyond the limit would have been sent before this call.
    await client.listTools()
    const replies = received.map(({ message }) => message).filter((message) => message && !message.method)
    assert.equal(replies.length, limit)
    assert.deepEqual(replies.find((reply) => reply?.id === 's0')?.result, {})
    assert.deepEqual(replies.find((reply) => reply?.id === 's1')?.error, notOffered)
  })
})

test('an abort by the caller is sent to the server', async () => {
  const hang = onCall(() => undefined)
  await withServer({ override: hang }, async (client, server) => {
    const reason = new Error('enough')
    const control = new AbortController()
    const calling = client.callTool('echo', {}, control.signal)
    setTimeout(() => control.abort(reason), 100)
    await assert.rejects(calling, reason)
    await wait(100)
    const { message } = server.received.at(-1)!
    assert.equal(message?.method, 'notifications/cancelled')
    const call = server.received.find((one) => one.message?.method === 'tools/call')
    assert.equal(message?.params?.['requestId'], call?.message?.id)
    await assert.rejects(client.callTool('echo', {}, AbortSignal.abort(reason)), reason)
  })
})

const events = { 'content-type': 'text/event-stream' }
const json = { 'content-type': 'application/json' }
const hostile: { name: string; override: AnswerOverride; error: object }[] = [
  {
    name: 'an event stream without end',
    override: onCall((_id, _message, response) => {
      response.writeHead(200, events)
      const timer = setInterval(
        () => response.write(`data: {"jsonrpc":"2.0","method":"x"}\n\n`.repeat(500)),
        1,
      )
      response.on('close', () => clearInterval(timer))
    }),
    error: { name: 'OutboundError', code: 'too_large' },
  },
  {
    name: 'an event stream that stays silent',
    override: onCall((_id, _message, response) => response.writeHead(200, events).flushHeaders()),
    error: { name: 'OutboundError', code: 'deadline' },
  },
  {
    name: 'one line without end',
    override: onCall((_id, _message, response) =>
      response.writeHead(200, events).end(`data: ${'x'.repeat(200_000)}`),
    ),
    error: { name: 'OutboundError', code: 'too_large' },
  },
  {
    name: 'an answer that is too large',
    override: onCall((_id, _message, response) =>
      response.writeHead(200, json).end(`"${'x'.repeat(200_000)}"`),
    ),
    error: { name: 'OutboundError', code: 'too_large' },
  },
  {
    name: 'the answer to another request',
    override: onCall((id, _message, response) =>
      answer(response, { id: Number(id) + 1, result: { content: [] } }),
    ),
    error: { code: 'bad_answer' },
  },
  {
    name: 'the right number as a text',
    override: onCall((id, _message, response) => answer(response, { id: String(id), result: {} }, true)),
    error: { code: 'bad_answer' },
  },
  {
    name: 'neither result nor error',
    override: onCall((id, _message, response) => answer(response, { id })),
    error: { code: 'bad_answer' },
  },
  {
    name: 'a result of another shape',
    override: onCall((id, _message, response) => answer(response, { id, result: { content: 'text' } })),
    error: { code: 'bad_answer' },
  },
  {
    name: 'a text that is not JSON',
    override: onCall((_id, _message, response) => response.writeHead(200, json).end('{')),
    error: { code: 'bad_answer' },
  },
  {
    name: 'a number that no double holds',
    override: onCall((id, _message, response) =>
      response
        .writeHead(200, json)
        .end(`{"jsonrpc":"2.0","id":${id},"result":{"structuredContent":{"a":[1,-1e999]}}}`),
    ),
    error: {
      code: 'bad_answer',
      message: 'The MCP server sent a number that is too large.',
    },
  },
  {
    name: 'a web page',
    override: onCall((_id, _message, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    ),
    error: { code: 'bad_answer' },
  },
  {
    name: 'a status, with words',
    override: onCall((_id, _message, response) => {
      response.writeHead(401, json).end('{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"no key"}}')
    }),
    error: { code: 'http_status', number: 401, message: 'The MCP server answered with status 401: no key' },
  },
  {
    name: 'a redirect to a private address',
    override: onCall((_id, _message, response) =>
      response.writeHead(307, { location: 'http://10.0.0.1/' }).end(),
    ),
    error: { name: 'OutboundError', code: 'blocked_address' },
  },
  {
    name: 'a redirect to another origin',
    override: onCall((_id, _message, response) =>
      response.writeHead(308, { location: 'http://127.0.0.1:1/' }).end(),
    ),
    error: { name: 'OutboundError', code: 'blocked_redirect' },
  },
  {
    name: 'a redirect to itself',
    override: onCall((_id, _message, response) => response.writeHead(307, { location: '/mcp' }).end()),
    error: { name: 'OutboundError', code: 'redirect_loop' },
  },
  {
    name: 'a session id of a megabyte',
    override: ({ method }, response) => {
      if (method === 'initialize') response.setHeader('mcp-session-id', 'x'.repeat(2_000))
      return false
    },
    error: { code: 'bad_answer' },
  },
]

for (const { name, override, error } of hostile)
  test(`hostile: ${name}`, async () => {
    await withServer({ override, timeoutMs: 500 }, async (client) => {
      const started = performance.now()
      await assert.rejects(client.callTool('echo', {}), error)
      assert.ok(performance.now() - started < 2_500)
    })
  })

test('an endless list of tools is refused', async () => {
  const endless: AnswerOverride = ({ method, id }, response) => {
    if (method !== 'tools/list') return false
    answer(response, { id: id!, result: { tools: [], nextCursor: 'more' } })
    return true
  }
  await withServer({ override: endless }, async (client, server) => {
    await assert.rejects(client.listTools(), { code: 'bad_answer', message: /more than 100 pages/ })
    assert.equal(server.methods().filter((method) => method === 'tools/list').length, 100)
  })
})

test('a session that could not be opened is tried again by the next call', async () => {
  let refusals = 1
  const override: AnswerOverride = ({ method }, response) => {
    if (method !== 'initialize' || refusals-- === 0) return false
    response.writeHead(503).end()
    return true
  }
  await withServer({ override }, async (client) => {
    await assert.rejects(client.callTool('echo', {}), { code: 'http_status', number: 503 })
    await client.callTool('echo', {})
  })
})

test('an MCP server at a private address is not called', async () => {
  const closed = createGuardedFetch({ allow: [] })
  const server = await fakeMcpServer()
  const client = createMcpClient({ guardedFetch: closed, url: server.url, timeoutMs: 500 })
  await assert.rejects(client.listTools(), { code: 'blocked_address' })
  assert.equal(server.hits(), 0)
  await server.stop()
  await closed.close()
})
