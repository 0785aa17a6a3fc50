import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '../../src/contract/index.ts'
import { appOfSuite } from '../kit/app.ts'
import { TaskMeter } from './task-meter.ts'

/** The limit, in milliseconds of processor time. */
const maxMilliseconds = 250
const megabytes = 10

suite('a deletion of a person', () => {
  const app = appOfSuite({}, {}, null)

  test(`does not hold the event loop for a body of ${megabytes} MB`, async () => {
    const { logRequest, startPersonDeletion, readPersonDeletion } = endpoints
    // Escapes are decoded, and accents are normalised.
    const text = 'Jose\u0301 %C3%A9 \\u00e9 wrote "a line"\n'.repeat((megabytes * 1_000_000) / 36)
    const input = { type: 'completion', content: [{ type: 'text', text: `${text} zaphod-42` }] }
    const logged = await app.api.post(logRequest.path, { ...logRequest.example.body, input })
    assert.ok(logged.status < 300, JSON.stringify(logged.body).slice(0, 500))
    const meter = new TaskMeter()
    meter.start()
    const started = await app.api.post(startPersonDeletion.path, { identifiers: ['zaphod-42'] })
    const id: string = started.body.person_deletion.id
    for (;;) {
      const { body } = await app.api.get(readPersonDeletion.path.replace('{person_deletion_id}', id))
      const { state, deleted } = body.person_deletion
      if (state !== 'running') {
        assert.deepEqual([state, deleted.requests], ['done', 1])
        break
      }
      await sleep(20)
    }
    const longest = meter.stop()
    assert.ok(longest <= maxMilliseconds, `The longest task took ${longest} ms.`)
  })
})
