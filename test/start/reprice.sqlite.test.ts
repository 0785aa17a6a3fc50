import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { apiOf } from '../kit/api.ts'
import { runGalley, startServer, stopped } from './galley-process.ts'
import { migratedHome } from './storage.ts'

test('galley reprice prints the difference for each model, and applies it with --apply', async (context) => {
  const { config, environment } = await migratedHome(context)
  const server = await startServer(environment)
  const key = readFileSync(join(config.folder, 'api-key'), 'utf8').trim()
  const api = apiOf(server.address, key)
  const { body } = await api.post('/log-request', { ...endpoints.logRequest.example.body, model: 'our-own' })
  await api.post('/api/public/v2/price-overrides', { model: 'our-own', rates: { input: '1', output: '2' } })
  await stopped(server)

  const reprice = (...more: string[]) =>
    runGalley(['reprice', '--from', '2026-11-01', '--to', '2026-12-01', ...more], environment)
  const preview = await reprice()
  assert.equal(preview.code, 0, preview.stderr)
  const { applied, models } = JSON.parse(preview.stdout)
  // 21 x 1 + 5 x 2 = 31 millionths
  const difference = { before: '0', after: '0.000031', difference: '0.000031' }
  assert.equal(applied, false)
  assert.deepEqual(models, [
    { provider: 'openai', model: 'our-own', requests: 1, changed: 1, unknown: 0, ...difference },
  ])
  assert.equal(JSON.parse((await reprice('--apply')).stdout).changed, 1)
  assert.equal(JSON.parse((await reprice('--apply')).stdout).changed, 0)

  const again = await startServer(environment)
  const read = await apiOf(again.address, key).get(`/api/public/v2/requests/${body.id}`)
  assert.deepEqual([read.body.price, read.body.price_source], [0.000031, 'computed'])
  await stopped(again)
})

test('galley reprice reports a wrong time or workspace', async (context) => {
  const { environment } = await migratedHome(context)
  for (const [line, message] of [
    [['--to', '2026-12-01'], /--from must be a date/],
    [['--from', '2026-12-01', '--to', 'soon'], /--to must be a date/],
    [['--from', '2026-12-01', '--to', '2026-11-01'], /--from must be before --to/],
    [['--from', '2026-11-01', '--to', '2026-12-01', '--workspace', '7'], /no workspace 7/],
  ] as const) {
    const { code, stderr } = await runGalley(['reprice', ...line], environment)
    assert.equal(code, 1)
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /^\s+at /m)
  }
})
