import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RunWorld } from '../journeys/support/running.ts'
import { installedPython } from './installed-python.ts'

interface Told {
  readonly name: string
  readonly error: string | null
}

/** Runs a Python script of journeys with the SDK, and asserts that this many passed and none failed. */
export async function assertTold(
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
  const printedValues = stdout
    .split('\n')
    .filter((line) => line.startsWith('{"name"'))
    .map((line) => JSON.parse(line) as Told)
  assert.deepEqual(
    printedValues.filter(({ error }) => error !== null),
    [],
  )
  assert.equal(printedValues.length, count)
}
