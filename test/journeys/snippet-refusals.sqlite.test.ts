import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import {
  completion,
  pathOf,
  publish,
  read,
  readRaw,
  textsOf,
  tryPublish,
  userChat,
} from './support/templates.ts'

describe('a snippet is refused', () => {
  const app = appOfSuite()

  const assertRefusedFor = async (
    reply: Promise<{ status: number; body: { message: string } }>,
    message: RegExp,
  ) => {
    const { status, body } = await reply
    assert.equal(status, 422, JSON.stringify(body))
    assert.match(body.message, message)
  }
  const missing = /there is no snippet for/
  const cycle = /in a cycle/

  it('if its name, version or label does not exist', async () => {
    await publish(app.api, 'known', completion('text'))
    for (const marker of [
      'unknown',
      'known@version_number:2',
      'known@label:prod',
      'a\u0000b',
      'known@label:\u0000',
    ])
      await assertRefusedFor(tryPublish(app.api, 'user', userChat(`@@@${marker}@@@`)), missing)
    const withOverride = { overrides: { known: '@@@a\u0000b@@@' } }
    await assertRefusedFor(tryPublish(app.api, 'user', userChat('@@@known@@@'), withOverride), missing)
    assert.equal((await app.api.get(pathOf('user'))).status, 404)
  })

  it('if it belongs to another workspace', async () => {
    await publish(app.api, 'private', completion('secret'))
    const stranger = await app.newWorkspace()
    await assertRefusedFor(tryPublish(stranger.api, 'thief', userChat('@@@private@@@')), missing)
  })

  it('if it is a chat', async () => {
    await publish(app.api, 'talk', userChat('Hi'))
    await assertRefusedFor(
      tryPublish(app.api, 'user', userChat('@@@talk@@@')),
      /only completion templates can be snippets/,
    )
  })

  it('if a patch of a template adds an unknown one', async () => {
    await publish(app.api, 'patched', userChat('fine'))
    const patch = app.api.patch(`/rest${pathOf('patched')}`, { messages: userChat('@@@unknown@@@').messages })
    await assertRefusedFor(patch, missing)
    assert.equal((await readRaw(app.api, 'patched')).version, 1)
  })

  it('if it refers to itself', async () => {
    await assertRefusedFor(tryPublish(app.api, 'selfish', completion('@@@selfish@@@')), cycle)
    await publish(app.api, 'older self', completion('old'))
    await publish(app.api, 'older self', completion('new @@@older self@version_number:1@@@'))
    assert.deepEqual(textsOf((await read(app.api, 'older self')).prompt_template), ['new old'])
  })

  it('if it refers to itself through others', async () => {
    await publish(app.api, 'a', completion('a'))
    await publish(app.api, 'b', completion('b @@@a@@@'))
    await publish(app.api, 'c', completion('c @@@b@@@'))
    await assertRefusedFor(tryPublish(app.api, 'a', completion('a @@@c@@@')), cycle)
    assert.deepEqual(textsOf((await read(app.api, 'c')).prompt_template), ['c b a'])
  })

  it('if a label of the publication makes a cycle', async () => {
    await publish(app.api, 'x', completion('x'), { labels: ['l'] })
    await publish(app.api, 'y', completion('y @@@x@label:l@@@'))
    await assertRefusedFor(tryPublish(app.api, 'x', completion('@@@y@@@'), { labels: ['l'] }), cycle)
    assert.equal((await tryPublish(app.api, 'x', completion('@@@y@@@'))).status, 200)
  })

  it('if a created or moved label makes a cycle', async () => {
    const { id } = await publish(app.api, 'p', completion('p'), { labels: ['l'] })
    await publish(app.api, 'q', completion('q @@@p@label:l@@@'))
    await publish(app.api, 'p', completion('p @@@q@@@'))
    const { body } = await app.api.get(`${pathOf('p')}/labels`)
    const label = body.release_labels[0].release_label_id
    await assertRefusedFor(app.api.patch(`/prompt-labels/${label}`, { prompt_version_number: 2 }), cycle)
    assert.equal((await read(app.api, 'p', { label: 'l' })).version, 1)
    await app.api.delete(`/prompt-labels/${label}`)
    const create = app.api.post(`/prompts/${id}/label`, { name: 'l', prompt_version_number: 2 })
    await assertRefusedFor(create, cycle)
    const { body: after } = await app.api.get(`${pathOf('p')}/labels`)
    assert.deepEqual(after.release_labels, [])
  })

  it('if overrides make a cycle', async () => {
    const reply = tryPublish(app.api, 'o', userChat('@@@s@@@'), { overrides: { s: '@@@t@@@', t: '@@@s@@@' } })
    await assertRefusedFor(reply, cycle)
  })

  it('if nested snippets expand to megabytes', async () => {
    await publish(app.api, 'bomb 0', completion('x'.repeat(1000)))
    let status = 200
    for (let level = 1; level < 20 && status === 200; level++)
      status = (await tryPublish(app.api, `bomb ${level}`, completion(`@@@bomb ${level - 1}@@@`.repeat(2))))
        .status
    assert.equal(status, 413)
  })
})
