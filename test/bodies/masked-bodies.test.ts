import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { chatValues, exportSpans, newTraceId, otlpSpan } from '../journeys/support/otlp.ts'
import { log } from '../journeys/support/requests.ts'
import { chat, user } from '../journeys/support/templates.ts'
import { moveAll, moveAllMedia, objectsForSuite } from './start-with-objects.ts'

const mail = 'zoe.tester@planted.example'
const text = `Write to ${mail}, please`
/** JSON in a text, with the address in JSON's spelling. */
const escaped = JSON.stringify({ to: mail }).replace('@', '\\u0040')
/** Long enough to be stored as media. */
const letter = `data:text/plain;base64,${Buffer.from(`${'A letter. '.repeat(2_500)}${mail}`).toString('base64')}`

const zstdMagic = 0xfd2fb528
const unpacked = (bytes: Buffer): string =>
  (bytes.readUInt32LE(0) === zstdMagic ? zstdDecompressSync(bytes) : bytes).toString('latin1')

suite('masked bodies in object storage', () => {
  const world = objectsForSuite()

  test('no object has the planted address, of calls, spans and media', async () => {
    const { api, id: workspace } = await world.app.newWorkspace()
    const rule = { name: 'Mail', action: 'mask', target: { kind: 'detector', detector: 'email' } }
    assert.equal((await api.put('/api/public/v2/masking', { rules: [rule] })).status, 200)
    await log(api, {
      input: chat(user(text)),
      metadata: { contact: mail, nested: escaped },
      prompt_input_variables: { letter },
    })
    const messages = [{ role: 'user', parts: [{ type: 'text', content: escaped }] }]
    const values = { ...chatValues, 'gen_ai.input.messages': JSON.stringify(messages), letter }
    assert.deepEqual((await exportSpans(api, otlpSpan({ traceId: newTraceId(), values }))).body, {})
    const store = world.store()
    assert.ok((await moveAll(store, world.storage, workspace)) > 0)
    assert.ok((await moveAllMedia(store, world.storage, workspace)) > 0)
    const objects = [...world.s3.objects.values()].map(unpacked)
    assert.ok(objects.some((content) => content.includes('Write to [EMAIL], please')))
    assert.ok(objects.some((content) => content.includes('A letter. ')))
    for (const content of objects) assert.ok(!content.includes('zoe.tester'), content.slice(0, 200))
  })
})
