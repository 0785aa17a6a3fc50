import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { log, logCall, readBack } from './support/requests.ts'
import { assertRefused, publish, userChat } from './support/templates.ts'

describe('the template of a logged request', () => {
  const app = appOfSuite()
  let id = 0
  let other = 0
  before(async () => {
    ;({ id } = await publish(app.api, 'team/linked', userChat('1')))
    await publish(app.api, 'team/linked', userChat('2'))
    ;({ id: other } = await publish(app.api, 'other', userChat('1')))
  })

  const linked = async (rest: object) => {
    const row = await readBack(app.api, await log(app.api, rest))
    return [row.prompt_id, row.prompt_version_number]
  }
  const tryLog = (rest: object) => app.api.post('/log-request', logCall(rest))

  it('is resolved by name or id, with or without a version', async () => {
    assert.deepEqual(await linked({ prompt_name: 'team/linked' }), [id, null])
    assert.deepEqual(await linked({ prompt_name: 'team/linked', prompt_version_number: 1 }), [id, 1])
    assert.deepEqual(await linked({ prompt_id: id }), [id, null])
    assert.deepEqual(await linked({ prompt_id: id, prompt_version_number: 2 }), [id, 2])
    assert.deepEqual(await linked({ prompt_id: id, prompt_name: 'other' }), [id, null])
  })

  it('must exist, otherwise the call answers 404 and stores no request', async () => {
    const before = await log(app.api)
    assertRefused(await tryLog({ prompt_name: 'nobody' }), 404)
    assertRefused(await tryLog({ prompt_id: 999_999 }), 404)
    assertRefused(await tryLog({ prompt_name: 'team/linked', prompt_version_number: 3 }), 404)
    assertRefused(await tryLog({ prompt_id: other, prompt_version_number: 2 }), 404)
    const stranger = await app.newWorkspace()
    assertRefused(await stranger.api.post('/log-request', logCall({ prompt_id: id })), 404)
    const rows = await app.context.store.db
      .selectFrom('requests')
      .select('id')
      .where('id', '>', before)
      .execute()
    assert.deepEqual(rows, [])
  })

  it('is not resolved by a version number alone', async () => {
    assert.deepEqual(await linked({ prompt_version_number: 1 }), [null, null])
  })
})
