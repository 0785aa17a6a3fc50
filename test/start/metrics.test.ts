import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { series } from '../../src/server/metrics/series.ts'
import { logEntry } from '../crash/log-entry.ts'
import { startFakeModels } from '../fake-models/index.ts'
import { chat, model, publish, user } from '../journeys/support/templates.ts'
import { apiOf } from '../kit/api.ts'
import { closedPort, killed, startServer, stopped } from './galley-process.ts'
import { migratedHome } from './storage.ts'

const key = 'the-key-of-this-test'
const token = 'the-token-of-this-test'

/** Samples by series and labels; throws on a line that is not in the text format. */
function parse(text: string): Map<string, number> {
  const samples = new Map<string, number>()
  let family = ''
  for (const line of text.trimEnd().split('\n')) {
    const type = /^# TYPE ([a-z_\d]+) (counter|gauge|histogram)$/.exec(line)
    if (type) family = type[1]!
    if (line.startsWith('# ')) continue
    const sample = /^([a-z_\d]+)((?:\{(?:[a-z]+="(?:[^"\\\n]|\\.)*",?)+\})?) ([-+.e\d]+)$/.exec(line)
    assert.ok(sample, line)
    assert.ok(sample[1]!.startsWith(family), line)
    assert.ok(!samples.has(sample[1]! + sample[2]!), line)
    samples.set(sample[1]! + sample[2]!, Number(sample[3]))
  }
  return samples
}

test('metrics are served on their own port, and with the token on the main one', async (context) => {
  const { environment } = await migratedHome(context)
  const port = await closedPort()
  const models = await startFakeModels()
  context.after(() => models.close())
  const server = await startServer({
    ...environment,
    ...models.environment(),
    GALLEY_API_KEY: key,
    GALLEY_METRICS_PORT: String(port),
    GALLEY_METRICS_TOKEN: token,
  })
  context.after(() => killed(server))
  const api = apiOf(server.address, key)
  for (const marker of ['a', 'b'])
    assert.equal((await api.post('/log-request', logEntry(marker))).status, 200)
  await api.get('/there/is/nothing')
  await publish(api, 'greeting', chat(user('Hello')), { metadata: model('openai', 'gpt-4o-mini') })
  assert.equal(
    (await api.post('/api/public/v2/prompt-templates/run', { prompt_name: 'greeting' })).status,
    200,
  )
  const tool = {
    name: 'sum',
    tool_definition: { type: 'function', function: { name: 'sum', parameters: { type: 'object' } } },
    execution: { type: 'code', language: 'javascript', code: 'return 1 + 1' },
  }
  assert.equal((await api.post('/api/public/v2/tool-registry', tool)).status, 201)
  const ran = await api.post('/api/public/v2/tool-registry/sum/test-execute', { inputs: {} })
  assert.equal(ran.status, 200)
  await api.post(endpoints.signIn.path, { email: 'ada@example.com', password: 'wrong' })
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  assert.match(answer.headers.get('content-type')!, /^text\/plain; version=0\.0\.4/)
  const samples = parse(await answer.text())
  const labels = 'method="POST",route="/log-request"'
  assert.equal(samples.get(`galley_http_requests_total{${labels},status="2xx"}`), 2)
  assert.equal(samples.get(`galley_http_request_duration_seconds_count{${labels}}`), 2)
  assert.equal(samples.get(`galley_http_request_duration_seconds_bucket{${labels},le="+Inf"}`), 2)
  assert.equal(samples.get('galley_http_requests_total{method="none",route="none",status="4xx"}'), 1)
  assert.equal(samples.get('galley_overloaded'), 0)
  assert.equal(samples.get('galley_model_attempts_total{provider="openai",outcome="answered"}'), 1)
  assert.ok(samples.get('galley_model_tokens_total{provider="openai",direction="output"}')! > 0)
  assert.ok(samples.get('galley_model_cost_dollars_total{provider="openai"}')! > 0)
  assert.equal(samples.get('galley_model_unpriced_answers_total{provider="openai"}'), 0)
  assert.equal(samples.get('galley_model_calls{state="under_way"}'), 0)
  assert.ok(samples.has('galley_model_slots'))
  assert.equal(samples.get('galley_sandbox_calls_total{language="javascript",outcome="succeeded"}'), 1)
  assert.equal(samples.get('galley_sandbox_calls_total{language="python",outcome="succeeded"}'), 0)
  assert.ok(samples.get('galley_sandbox_started_runners_total{language="javascript"}')! >= 1)
  assert.equal(samples.get('galley_sign_in_failures_total'), 1)
  assert.ok(samples.get('galley_writes_total')! >= 3)
  assert.ok(samples.get('galley_write_commits_total')! >= 1)
  assert.ok(samples.get('galley_disk_free_bytes')! > 0)

  const authorized = (text: string) =>
    fetch(`${server.address}/metrics`, { headers: { authorization: `Bearer ${text}` } })
  assert.equal((await authorized(token)).status, 200)
  assert.equal((await authorized('wrong')).status, 401)
  await stopped(server)
})

test('without a setting there are no metrics; a stop is announced before connections close', async (context) => {
  const { environment } = await migratedHome(context)
  const server = await startServer({ ...environment, GALLEY_DRAIN_SECONDS: '2' })
  const statusOf = async (path: string) => (await fetch(server.address + path)).status
  assert.equal(await statusOf('/metrics'), 404)
  for (const path of ['/livez', '/readyz']) assert.equal(await statusOf(path), 200)
  server.child.kill('SIGTERM')
  while ((await statusOf('/readyz')) !== 503);
  assert.equal(await statusOf('/livez'), 200)
  assert.equal((await server.finished).code, 0)
})

test('every series is documented, and dashboard and alerts name only these', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
  const documented = [...read('docs/metrics.md').matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].map(
    ([, name, type]) => [name, type],
  )
  assert.deepEqual(
    documented,
    Object.entries(series).map(([name, { type }]) => [name, type]),
  )
  for (const file of ['deploy/grafana-dashboard.json', 'deploy/prometheus-alerts.yaml'])
    for (const name of read(file).match(/\b(?:galley|process)_\w+\b/g) ?? [])
      assert.ok(name.replace(/_(bucket|sum|count)$/, '') in series, `${file}: ${name}`)
})
