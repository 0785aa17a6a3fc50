import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { endpoints } from '../../src/contract/index.ts'
import { type RunWorld, startRunWorld } from '../journeys/support/running.ts'
import { createWorkflow, joined, output, topic } from '../journeys/support/workflows.ts'
import { installedPython } from './installed-python.ts'

interface Told {
  readonly name: string
  readonly error: string | null
}

const spans = endpoints.createSpans.example.body!

describe("the vendor's Python SDK, unmodified", () => {
  let world: RunWorld
  before(async () => {
    world = await startRunWorld()
  })
  after(() => world.close())

  /** What each journey of a script came to. */
  async function told(script: string): Promise<Told[]> {
    const { stdout } = await promisify(execFile)(installedPython()!, [join(import.meta.dirname, script)], {
      env: {
        PATH: process.env['PATH'],
        PYTHONDONTWRITEBYTECODE: '1',
        ...world.fake.environment(),
        BASE_URL: world.app.baseUrl,
        KEY: world.app.key,
        WORKFLOW: 'flow',
        TRACE: spans.spans[0]!.context.trace_id,
      },
      maxBuffer: 16 * 1024 * 1024,
    })
    return stdout
      .split('\n')
      .filter((line) => line.startsWith('{"name"'))
      .map((line) => JSON.parse(line) as Told)
  }

  const allWentWell = (journeys: readonly Told[], count: number) => {
    assert.deepEqual(
      journeys.filter(({ error }) => error !== null),
      [],
    )
    assert.equal(journeys.length, count)
  }

  it('does all that people do with it', { timeout: 150_000 }, async () => {
    await createWorkflow(world.api, { name: 'flow', ...topic, nodes: [joined('end', ['topic'], output)] })
    allWentWell(await told('journeys.py'), 13)
  })

  it('calls every method of tables and evaluates in every form', { timeout: 150_000 }, async () => {
    assert.equal((await world.api.post('/spans-bulk', spans)).status, 201)
    allWentWell(await told('tables.py'), 5)
  })
})
