import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { series } from '../../src/server/metrics/series.ts'
import { killed, startServer } from '../start/galley-process.ts'
import { migratedHome } from '../start/storage.ts'
import { installedPython } from './installed-python.ts'

test("Prometheus's own client reads the metrics", async (context) => {
  const { environment } = await migratedHome(context)
  const token = 'the-token-of-this-test'
  const server = await startServer({ ...environment, GALLEY_METRICS_TOKEN: token })
  context.after(() => killed(server))
  await fetch(`${server.address}/livez`)
  const answer = await fetch(`${server.address}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const input = await answer.text()
  const parsed = execFileSync(installedPython()!, [join(import.meta.dirname, 'parse_metrics.py')], { input })
  const families = JSON.parse(String(parsed)) as [name: string, type: string, samples: number][]
  const typeOf = new Map<string, string>(
    Object.entries(series).map(([name, { type }]) => [name.replace(/_total$/, ''), type]),
  )
  assert.ok(families.length > 20, String(parsed))
  for (const [name, type, samples] of families) {
    assert.equal(type, typeOf.get(name), name)
    assert.ok(samples > 0, name)
  }
})
