import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RunWorld } from '../journeys/support/running.ts'
import { installedPython } from './installed-python.ts'

interface JourneyResult {
  readonly name: string
  readonly error: string | null
}

/** Runs a Python script of journeys with the SDK, and asserts that `count` journeys ran and none failed. */
export async function assertJourneysPass(
  { app, fake }: RunWorld,
  script: string,
  count: number,
  more: Record<string, string>,
) {
  const { stdout } = await promisify(execFile)(installedPython()!, [join(import.meta.dirname, script)], {
    env: {
      PATH: process.env['PATH'],
      PYTHONDONTWRITEBYTECODE: '1',
      ...fake.environment(),
      BASE_URL: app.baseUrl,
      KEY: app.key,
      ...more,
    },
    maxBuffer: 16 * 1024 * 1024,
  })
  const results = stdout
    .split('\n')
    .filter((line) => line.startsWith('{"name"'))
    .map((line) => JSON.parse(line) as JourneyResult)
  assert.deepEqual(
    results.filter(({ error }) => error !== null),
    [],
  )
  assert.equal(results.length, count)
}
