import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { type RunWorld, startRunWorld } from '../journeys/support/running.ts'
import { createWorkflow, joined, output, topic } from '../journeys/support/workflows.ts'
import { installedPython } from './installed-python.ts'

interface Told {
  readonly name: string
  readonly error: string | null
}

const script = join(import.meta.dirname, 'journeys.py')

describe("the vendor's Python SDK, unmodified", () => {
  let world: RunWorld
  before(async () => {
    world = await startRunWorld()
  })
  after(() => world.close())

  it('does all that people do with it', { timeout: 150_000 }, async () => {
    await createWorkflow(world.api, { name: 'flow', ...topic, nodes: [joined('end', ['topic'], output)] })
    const { stdout } = await promisify(execFile)(installedPython()!, [script], {
      env: {
        PATH: process.env['PATH'],
        ...world.fake.environment(),
        BASE_URL: world.app.baseUrl,
        KEY: world.app.key,
        WORKFLOW: 'flow',
      },
      maxBuffer: 16 * 1024 * 1024,
    })
    const told = stdout
      .split('\n')
      .filter((line) => line.startsWith('{"name"'))
      .map((line) => JSON.parse(line) as Told)
    assert.equal(told.length, 13)
    assert.deepEqual(
      told.filter(({ error }) => error !== null),
      [],
    )
  })
})
