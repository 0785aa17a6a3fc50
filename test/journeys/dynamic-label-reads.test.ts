import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { readBack } from './support/requests.ts'
import {
  assertRefused,
  pathOf,
  publish,
  read,
  readRaw,
  textsOf,
  tryPublish,
  userChat,
} from './support/templates.ts'

const path = '/api/public/v2/dynamic-labels'

describe('reads by a dynamic label', () => {
  const app = appOfSuite()

  let number = 0
  /** A template with versions 1 and 2, half of the reads to each, and version 2 for the plan "pro". */
  const fresh = async (rest: object = {}) => {
    const name = `traffic ${++number}`
    await publish(app.api, name, userChat('this is 1'), { labels: ['prod'] })
    const { id } = await publish(app.api, name, userChat('this is 2'))
    const halves = [
      { label: 'prod', percentage: 50 },
      { version_number: 2, percentage: 50 },
    ]
    const rules = [
      { segment: { plan: 'pro' }, splits: [{ version_number: 2, percentage: 100 }] },
      { segment: null, splits: halves },
    ]
    const { status, body } = await app.api.post(path, { prompt_id: id, name: 'ab', rules, ...rest })
    assert.equal(status, 201)
    const serve = async (metadata_filters?: object) => {
      const answer = await read(app.api, name, { label: 'ab', metadata_filters })
      assert.deepEqual(textsOf(answer.prompt_template), [`this is ${answer.version}`])
      return answer.version as number
    }
    return { name, id: id as number, label: body.dynamic_label, serve }
  }

  it('give each user the same version each time, independent of other users', async () => {
    const { serve } = await fresh()
    const users = Array.from({ length: 60 }, (_, n) => ({ user_id: `user-${n}` }))
    const round = async (extra: object = {}) => {
      const versions = []
      for (const user of users) versions.push(await serve({ ...user, ...extra }))
      return versions
    }
    const first = await round()
    assert.ok(first.filter((version) => version === 1).length > 12)
    assert.ok(first.filter((version) => version === 2).length > 12)
    assert.deepEqual(await round(), first)
    assert.deepEqual(await round({ session: 'another' }), first)
    assert.deepEqual(
      await round({ plan: 'pro' }),
      users.map(() => 2),
    )
  })

  it('recognise users by the sticky key, or else by all metadata', async () => {
    const { serve } = await fresh({ sticky_key: 'team' })
    for (let team = 0; team < 12; team++) {
      const version = await serve({ team, user_id: 'a' })
      assert.equal(await serve({ user_id: 'b', team: String(team) }), version)
      assert.equal(await serve({ y: team, x: 1 }), await serve({ x: 1, y: team }))
    }
  })

  it('choose at random for an unknown reader', async () => {
    const { name, serve } = await fresh()
    const served = new Set<number>()
    const raw = new Set<number>()
    for (let n = 0; n < 60; n++) {
      served.add(await serve())
      raw.add((await readRaw(app.api, name, '?label=ab')).version)
    }
    assert.deepEqual([...served].sort(), [1, 2])
    assert.deepEqual([...raw].sort(), [1, 2])
  })

  it('follow rules and labels as soon as they change', async () => {
    const { name, label, serve } = await fresh()
    const metadata = { user_id: 'Ada' }
    const to = (split: object) =>
      app.api.patch(`${path}/${label.id}`, {
        rules: [{ segment: null, splits: [{ ...split, percentage: 100 }] }],
      })
    await to({ label: 'prod' })
    assert.equal(await serve(metadata), 1)
    await publish(app.api, name, userChat('this is 3'), { labels: ['prod'] })
    assert.equal(await serve(metadata), 3)
    await to({ version_number: 2 })
    assert.equal(await serve(metadata), 2)
    await app.api.delete(`${path}/${label.id}`)
    assertRefused(await app.api.post(pathOf(name), { label: 'ab', metadata_filters: metadata }), 404)
  })

  it('answer 304 only to a reader with the served version', async () => {
    const { name } = await fresh()
    const ask = (plan: string, user_id: string, etag?: string) =>
      app.api.post(
        pathOf(name),
        { label: 'ab', metadata_filters: { plan, user_id } },
        etag ? { 'If-None-Match': etag } : {},
      )
    const pro = (await ask('pro', 'x')).headers.get('etag')!
    assert.equal((await ask('pro', 'y', pro)).status, 304)
    const users = Array.from({ length: 30 }, (_, n) => `u${n}`)
    const statuses = []
    for (const user of users) {
      const { version } = (await ask('free', user)).body
      const { status } = await ask('free', user, pro)
      assert.equal(status, version === 2 ? 304 : 200)
      statuses.push(status)
    }
    assert.deepEqual([...new Set(statuses)].sort(), [200, 304])
  })

  it('are logged with the version that was served', async () => {
    const { name, id, serve } = await fresh()
    const version = await serve({ user_id: 'Ada' })
    const tracked = await app.api.post('/track-request', {
      api_key: app.key,
      function_name: 'openai.chat.completions.create',
      kwargs: { model: 'gpt-4o-mini', messages: [] },
      request_response: {},
      request_start_time: 1,
      request_end_time: 2,
      prompt_id: id,
      prompt_version: version,
    })
    const { request_id } = tracked.body
    const track = (fields: object) =>
      app.api.post('/rest/track-prompt', { request_id, prompt_name: name, ...fields })
    assert.equal((await track({ label: 'ab', version })).status, 200)
    assert.equal((await readBack(app.api, request_id)).prompt_version_number, version)
    assert.equal((await track({ label: 'ab' })).status, 200)
    assert.equal((await readBack(app.api, request_id)).prompt_version_number, null)
    assertRefused(await track({ label: 'ab', version: 9 }), 400)
  })

  it('work for the template alone: snippets and patches name release labels', async () => {
    const name = `snippet ${++number}`
    const { id } = await publish(app.api, name, {
      type: 'completion',
      content: [{ type: 'text', text: 's' }],
    })
    const rules = [{ segment: null, splits: [{ version_number: 1, percentage: 100 }] }]
    await app.api.post(path, { prompt_id: id, name: 'ab', rules })
    assertRefused(
      await tryPublish(app.api, `uses ${name}`, userChat(`@@@${name}@ab@@@`)),
      422,
      'body.prompt_version.prompt_template',
    )
    assertRefused(
      await app.api.patch(`/rest/prompt-templates/${encodeURIComponent(name)}`, { label: 'ab' }),
      404,
    )
  })
})
