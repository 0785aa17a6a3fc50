import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createGuardedFetch } from '../../src/server/edge/index.ts'
import type { Language } from '../../src/server/edge/sandbox/index.ts'
import { type Loopback, loopback } from '../edge/loopback.ts'
import { errorOf, openSandbox, returned } from './kit.ts'

const guardedFetch = createGuardedFetch({ allow: ['127.0.0.1'] })
const { run } = openSandbox({ after }, { guardedFetch })
after(() => guardedFetch.close())

let server: Loopback
before(async () => {
  server = await loopback(async (request, response) => {
    const { method, url, headers } = request
    if (url === '/silent') return
    let body = ''
    for await (const chunk of request) body += chunk
    if (url === '/large') return response.end('x'.repeat(6 * 1024 * 1024))
    const status = url === '/missing' ? 404 : 200
    response.writeHead(status, { 'content-type': 'application/json', 'x-kind': 'é'.normalize('NFD')[0]! })
    response.end(JSON.stringify({ method, url, token: headers['x-token'] ?? null, body }))
  })
})
after(() => server.stop())

const base = () => `http://127.0.0.1:${server.port}`
const languages = ['javascript', 'python'] as const
/** The same behaviour in both languages: [JavaScript, Python]. */
type Both = readonly [string, string]
const inEach = (
  name: string,
  code: Both,
  check: (run: (more?: object) => ReturnType<typeof once>) => unknown,
) => {
  for (const [index, language] of languages.entries())
    test(`${name}, ${language}`, async () => {
      await check((more) => once(language, code[index]!, more))
    })
}
const once = (language: Language, code: string, more = {}) =>
  run(language, code, { data: base(), network: true, ...more })

describe('code with network', () => {
  inEach(
    'sends and reads JSON',
    [
      `const sent = { method: 'POST', headers: { 'X-Token': 'é1'.slice(1) }, body: JSON.stringify([data.length]) }
       const answer = await fetch(data + '/a?b=1', sent)
       return { ok: answer.ok, status: answer.status, kind: answer.headers.get('Content-Type'), got: await answer.json() }`,
      `answer = fetch(data + "/a?b=1", "POST", {"X-Token": 1}, f"[{len(data)}]")
return {"ok": answer.ok, "status": answer.status, "kind": answer.headers["content-type"], "got": answer.json()}`,
    ],
    async (run) => {
      const got = { method: 'POST', url: '/a?b=1', token: '1', body: `[${base().length}]` }
      const expected = { ok: true, status: 200, kind: 'application/json', got }
      assert.deepEqual(returned(await run()), expected)
    },
  )
  inEach(
    'sees statuses, and asks several times',
    [
      `const found = []
       for (const path of ['/missing', '/b']) found.push((await fetch(data + path)).status)
       return found`,
      'return [fetch(data + path).status for path in ("/missing", "/b")]',
    ],
    async (run) => assert.deepEqual(returned(await run()), [404, 200]),
  )
  test("Python's urllib uses the same path", async () => {
    const code = `import json, urllib.request, urllib.error
with urllib.request.urlopen(urllib.request.Request(data, b"hello", {"X-Token": "t"})) as answer:
    found = [answer.status, json.load(answer)["body"]]
try:
    urllib.request.urlopen(data + "/missing")
except urllib.error.HTTPError as error:
    found.append(error.code)
return found`
    assert.deepEqual(returned(await once('python', code)), [200, 'hello', 404])
  })
  inEach(
    'is refused what the guard refuses, and may go on',
    [
      `try { await fetch('http://10.0.0.1/') } catch (error) { return error.message }`,
      `import urllib.error
try:
    fetch("http://10.0.0.1/")
except urllib.error.URLError as error:
    return str(error)`,
    ],
    async (run) => assert.match(String(returned(await run())), /not an address of the public internet/),
  )
  inEach(
    'cannot be answered with more than 5 MiB',
    [
      `try { await fetch(data + '/large') } catch (error) { return error.message }`,
      `try:
    fetch(data + "/large")
except OSError as error:
    return str(error)`,
    ],
    async (run) => assert.match(String(returned(await run())), /over 5242880 bytes/),
  )
  inEach(
    'asks a hundred times at most',
    [
      `for (let i = 0; i < 100; i++) await fetch(data)
       try { await fetch(data) } catch (error) { return error.message }`,
      `for i in range(100):
    fetch(data)
try:
    fetch(data)
except OSError as error:
    return str(error)`,
    ],
    async (run) => assert.match(String(returned(await run())), /More than 100 requests/),
  )
  inEach(
    'is ended at its deadline while an answer is awaited',
    [`await fetch(data + '/silent')`, 'fetch(data + "/silent")'],
    async (run) =>
      assert.match(
        errorOf(await run({ timeoutMs: 400 })).message,
        /ran longer|took|deadline|in time|No complete answer within/,
      ),
  )
  test('an invalid request gets an error as its answer', async () => {
    const code = `device = open("/dev/network", "r+b", buffering=0)
device.write(b"nonsense")
answer = device.read(1000).decode()
device.close()
return answer`
    assert.match(String(returned(await once('python', code))), /no valid request/)
  })
})

describe('code without network', () => {
  inEach(
    'has nothing to ask with',
    [
      'return typeof fetch',
      `import urllib.request
try:
    urllib.request.urlopen(data)
except OSError as error:
    return "undefined" if "fetch" not in globals() else "here"`,
    ],
    async (run) => {
      const before = server.hits()
      assert.equal(returned(await run({ network: false })), 'undefined')
      assert.equal(server.hits(), before)
    },
  )
  test('does not inherit the network of an earlier call', async () => {
    await once('python', 'return fetch(data).status')
    const code = `try:
    open("/dev/network", "r+b", buffering=0)
except OSError as error:
    return error.errno`
    assert.equal(returned(await once('python', code, { network: false })), 63)
  })
})
