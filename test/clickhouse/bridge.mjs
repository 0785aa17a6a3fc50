// ClickHouse's HTTP interface over its embedded build, in a process of its own: `node bridge.mjs FOLDER`.
// Prints its port. Faults come in by POST /fault with JSON; see `faults` below.
import { createServer } from 'node:http'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Session } from 'chdb'

const session = new Session(process.argv[2])
const credentials = { user: 'galley', password: 'a secret p@ss' }
/** `delay`: milliseconds before each answer. `cut`: answers break off in the middle. `fail`: inserts run and fail. */
let faults = {}
let counts = { inserts: 0, queries: 0 }
let applied = []

const notSettings = new Set([
  'query',
  'database',
  'query_id',
  'session_id',
  'compress',
  'decompress',
  'default_format',
  'enable_http_compression',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
  'wait_end_of_query',
  'role',
])

function run(parameters, body) {
  for (const name of applied) session.query(`set ${name} = default`)
  applied = []
  for (const [name, value] of parameters)
    if (!notSettings.has(name)) {
      session.query(`set ${name} = '${value.replaceAll("'", "\\'")}'`)
      applied.push(name)
    }
  const statement = parameters.get('query')
  const text = statement ? Buffer.concat([Buffer.from(`${statement}\n`), body]).toString() : body.toString()
  counts[/^\s*insert/i.test(text) ? 'inserts' : 'queries']++
  return session.query(text, 'TabSeparated')
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  let body = Buffer.concat(chunks)
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  if (pathname === '/fault') {
    faults = JSON.parse(body.toString())
    const before = counts
    counts = { inserts: 0, queries: 0 }
    return response.end(JSON.stringify(before))
  }
  if (pathname === '/ping') return response.end('Ok.\n')
  if (faults.delay) await new Promise((resolve) => setTimeout(resolve, faults.delay))
  const expected = `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`
  const isKnown =
    request.headers.authorization === expected ||
    (request.headers['x-clickhouse-user'] === credentials.user &&
      request.headers['x-clickhouse-key'] === credentials.password)
  if (!isKnown || faults.refuse) return fail(response, 516, 'AUTHENTICATION_FAILED', 'Authentication failed')
  if (request.headers['content-encoding'] === 'gzip') body = gunzipSync(body)
  try {
    const answer = Buffer.from(run(searchParams, body))
    if (faults.failInserts && /^\s*insert into requests/i.test(searchParams.get('query') ?? '')) {
      faults.failInserts--
      return request.socket.destroy()
    }
    const isCompressed =
      /gzip/.test(request.headers['accept-encoding'] ?? '') &&
      searchParams.get('enable_http_compression') === '1'
    const sent = isCompressed ? gzipSync(answer) : answer
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
process.once('SIGTERM', () => {
  session.cleanup?.()
  process.exit()
})
