// ClickHouse's HTTP interface with faults, in a process of its own: `node bridge.mjs FOLDER`. Behind it is the embedded
// build, or the server of CLICKHOUSE_TEST_URL. Prints its port. Faults come in by POST /fault with JSON.
import { createServer } from 'node:http'
import { gunzipSync, gzipSync } from 'node:zlib'

const { CLICKHOUSE_TEST_URL: serverUrl } = process.env
const clickhouse = serverUrl
  ? await (await import('./real-server.mjs')).realServer(serverUrl)
  : (await import('./embedded-build.mjs')).embeddedBuild(process.argv[2])
const credentials = { user: 'galley', password: 'a secret p@ss' }
/** `Faults` of start-clickhouse.ts. */
let faults = {}
let counts = { received: 0, inserts: 0, queries: 0 }
const hanging = new Set()

function run(parameters, body) {
  const query = parameters.get('query')
  const statement = query ? Buffer.concat([Buffer.from(`${query}\n`), body]) : body
  counts[/^\s*insert/i.test(statement.toString('latin1', 0, 100)) ? 'inserts' : 'queries']++
  return clickhouse.run(parameters, statement)
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  let body = Buffer.concat(chunks)
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  if (pathname === '/fault') {
    faults = JSON.parse(body.toString())
    const before = counts
    counts = { received: 0, inserts: 0, queries: 0 }
    for (const socket of hanging) socket.destroy()
    hanging.clear()
    return response.end(JSON.stringify(before))
  }
  if (pathname === '/ping') return response.end('Ok.\n')
  counts.received++
  if (faults.hang) return hanging.add(request.socket)
  if (faults.gateway) {
    response.writeHead(502, { 'content-type': 'text/html' })
    return response.end('<html><h1>502 Bad Gateway</h1></html>')
  }
  if (faults.delay) await new Promise((resolve) => setTimeout(resolve, faults.delay))
  const password = faults.password ?? credentials.password
  const expected = `Basic ${Buffer.from(`${credentials.user}:${password}`).toString('base64')}`
  if (request.headers.authorization !== expected)
    return fail(response, 516, 'AUTHENTICATION_FAILED', 'Authentication failed')
  if (request.headers['content-encoding'] === 'gzip') body = gunzipSync(body)
  const isInsert = /^\s*insert into requests/i.test(searchParams.get('query') ?? '')
  if (isInsert && faults.full) return fail(response, 243, 'NOT_ENOUGH_SPACE', 'Cannot reserve 1.00 MiB')
  try {
    const answer = Buffer.from(await run(searchParams, body))
    if (faults.failInserts && isInsert) {
      faults.failInserts--
      return request.socket.destroy()
    }
    const isCompressed =
      /gzip/.test(request.headers['accept-encoding'] ?? '') &&
      searchParams.get('enable_http_compression') === '1'
    const whole = faults.half ? answer.subarray(0, Math.floor(answer.length / 2)) : answer
    const sent = isCompressed ? gzipSync(whole) : whole
    response.setHeader('x-clickhouse-summary', '{}')
    if (isCompressed) response.setHeader('content-encoding', 'gzip')
    if (faults.cut) {
      response.writeHead(200, { 'content-length': sent.length + 100 })
      response.write(sent.subarray(0, Math.floor(sent.length / 2)))
      return setTimeout(() => request.socket.destroy(), 20)
    }
    response.end(sent)
  } catch (error) {
    const [, code = '0'] = /Code: (\d+)/.exec(error.message) ?? []
    const [, type = 'UNKNOWN'] = /\(([A-Z_]+)\)\s*(?:\(version.*)?$/.exec(error.message.trim()) ?? []
    if (process.env.BRIDGE_ERRORS) console.error(error.message.slice(0, 3000))
    fail(response, code, type, error.message.slice(0, 500))
  }
})

function fail(response, code, type, message) {
  response.writeHead(code === 516 ? 403 : 500, { 'x-clickhouse-exception-code': String(code) })
  response.end(`Code: ${code}. DB::Exception: ${message}. (${type}) (version 26.7.2.1 (official build))\n`)
}

server.listen(Number(process.argv[3] ?? 0), '127.0.0.1', () => console.log(server.address().port))
process.once('disconnect', () => process.exit())
process.once('SIGTERM', async () => {
  await clickhouse.close()
  process.exit()
})
