import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import {
  assertRefused,
  completion,
  model,
  pathOf,
  publish,
  readRaw,
  textsOf,
  tryPublish,
  userChat,
} from './support/templates.ts'

describe('publishing', () => {
  const app = appOfSuite()

  it('makes a template, then versions of it', async () => {
    const metadata = { ...model('openai', 'gpt-4o-mini'), team: 'mail' }
    const options = { tags: ['a', 'b'], commit: 'first', metadata, labels: ['prod', 'dev'] }
    const first = await publish(app.api, 'letters', userChat('Dear {name}'), options)
    assert.equal(first.version_number, 1)
    assert.deepEqual([first.prompt_name, first.tags, first.commit_message], ['letters', ['a', 'b'], 'first'])
    assert.deepEqual([first.release_labels, first.external_ids], [['prod', 'dev'], []])
    assert.equal(first.metadata.team, 'mail')
    assert.deepEqual(first.prompt_template.input_variables, ['name'])
    const second = await publish(app.api, 'letters', userChat('Hello {name}'))
    assert.deepEqual([second.id, second.version_number, second.release_labels], [first.id, 2, []])
    assert.notEqual(second.prompt_version_id, first.prompt_version_id)
    assert.deepEqual([second.tags, second.metadata, second.commit_message], [['a', 'b'], null, null])
    const third = await publish(app.api, 'letters', userChat('Yo {name}'), { tags: ['c'] })
    assert.deepEqual(third.tags, ['c'])
    assert.deepEqual((await readRaw(app.api, 'letters', '?version=1')).tags, ['c'])
  })

  it('points every named label at the new version, and no other', async () => {
    await publish(app.api, 'labelled', userChat('1'), { labels: ['prod', 'stays'] })
    await publish(app.api, 'labelled', userChat('2'), { labels: ['prod', 'prod', 'new'] })
    const { body } = await app.api.get(`${pathOf('labelled')}/labels`)
    const labels = body.release_labels.map(
      (label: { release_label: string; prompt_version_number: number }) => [
        label.release_label,
        label.prompt_version_number,
      ],
    )
    assert.deepEqual(labels, [
      ['prod', 2],
      ['stays', 1],
      ['new', 2],
    ])
  })

  it('may change the type of a template', async () => {
    await publish(app.api, 'changing', userChat('chat'))
    await publish(app.api, 'changing', completion('text'))
    assert.equal((await readRaw(app.api, 'changing')).prompt_template.type, 'completion')
    assert.equal((await readRaw(app.api, 'changing', '?version=1')).prompt_template.type, 'chat')
  })

  it('ignores unknown keys and treats null as absent', async () => {
    const version = {
      prompt_template: userChat('Hi'),
      commit_message: null,
      metadata: null,
      prompt_name: 'copied',
      x: 1,
    }
    const body = {
      prompt_template: { prompt_name: 'copied', tags: null, prompt_template: userChat('Hi') },
      prompt_version: version,
      release_labels: null,
      external_ids: null,
    }
    const { status } = await app.api.post('/rest/prompt-templates', body)
    assert.equal(status, 200)
  })

  it('accepts commit messages of up to 72 characters', async () => {
    await publish(app.api, 'bounded', userChat('Hi'), { commit: 'é'.repeat(72) })
    assert.equal((await readRaw(app.api, 'bounded')).commit_message, 'é'.repeat(72))
    const reply = await tryPublish(app.api, 'bounded', userChat('Hi'), { commit: 'x'.repeat(73) })
    assertRefused(reply, 422, 'body.prompt_version.commit_message')
  })

  it('names the field that is wrong', async () => {
    const templatePath = 'body.prompt_version.prompt_template'
    const plain = await tryPublish(app.api, 'wrong', {
      type: 'chat',
      messages: [{ role: 'user', content: 'Hi' }],
    })
    assertRefused(plain, 422, `${templatePath}.messages.0.content`)
    assert.match(plain.body.detail[0].msg, /must be an array of content blocks, not a plain string/)
    const cases: [unknown, ...string[]][] = [
      [{ type: 'completion', content: 'Hi' }, `${templatePath}.content`],
      [{ type: 'poem', content: [] }, `${templatePath}.type`],
      [{ type: 'chat', messages: [{ role: 'bard', content: [] }] }, `${templatePath}.messages.0.role`],
      [
        { type: 'chat', messages: [{ role: 'user', content: [{ type: 'smell' }] }] },
        `${templatePath}.messages.0.content.0.type`,
      ],
      [{ type: 'chat' }, `${templatePath}.messages`],
    ]
    for (const [template, ...locations] of cases)
      assertRefused(await tryPublish(app.api, 'wrong', template), 422, ...locations)
    assertRefused(
      await app.api.post('/rest/prompt-templates', {}),
      422,
      'body.prompt_template',
      'body.prompt_version',
    )
    const broken = {
      ...userChat('Hi {{ name'),
      messages: [{ ...userChat('Hi {{ name').messages[0]!, template_format: 'jinja2' }],
    }
    assertRefused(
      await tryPublish(app.api, 'wrong', broken),
      422,
      `${templatePath}.messages.0.content.0.text`,
    )
    assert.equal((await app.api.get(pathOf('wrong'))).status, 404)
  })

  it('publishes no version if one label is wrong', async () => {
    const reply = await tryPublish(app.api, 'half', userChat('Hi'), { labels: ['fine', ''] })
    assertRefused(reply, 422, 'body.release_labels.1')
    assert.equal((await app.api.get(pathOf('half'))).status, 404)
  })

  it('refuses bodies that are not JSON', async () => {
    for (const body of ['{', 'null', '[]', '"text"', '\u0000', ''])
      assert.equal((await app.api.post('/rest/prompt-templates', body)).status, 422, body)
  })

  it('accepts large texts, and answers 413 to a body beyond the limit', async () => {
    const large = 'x'.repeat(100_000)
    await publish(app.api, 'large', userChat(large))
    assert.deepEqual(textsOf((await readRaw(app.api, 'large')).prompt_template), [large])
    const tooLarge = await tryPublish(app.api, 'too large', userChat('x'.repeat(9 * 1024 * 1024)))
    assert.equal(tooLarge.status, 413)
  })
})
