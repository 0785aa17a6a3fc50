import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import {
  chat,
  completion,
  jinja,
  publish,
  read,
  readRaw,
  textsOf,
  tryPublish,
  user,
  userChat,
} from './support/templates.ts'

describe('snippets', () => {
  const app = appOfSuite()
  before(async () => {
    await publish(app.api, 'tone', completion('kindly'), { labels: ['calm'] })
    await publish(app.api, 'tone', completion('very {how}'))
  })

  const textsAfter = async (name: string, body?: object) =>
    textsOf((await read(app.api, name, body)).prompt_template)

  it('are the latest version, a version, or the version of a label', async () => {
    const marked = 'a @@@tone@@@ b @@@tone@version_number:1@@@ c @@@tone@label:calm@@@'
    await publish(app.api, 'marked', userChat(marked))
    const template = await readRaw(app.api, 'marked')
    assert.deepEqual(textsOf(template.prompt_template), ['a very {how} b kindly c kindly'])
    assert.deepEqual(template.snippets, [
      { prompt_name: 'tone', version: 2, label: null },
      { prompt_name: 'tone', version: 1, label: null },
      { prompt_name: 'tone', version: 1, label: 'calm' },
    ])
    assert.deepEqual(textsOf((await readRaw(app.api, 'marked', '?resolve_snippets=false')).prompt_template), [
      marked,
    ])
  })

  it('may have their own variables, which are rendered', async () => {
    await publish(app.api, 'asks', userChat('Speak @@@tone@@@, {name}'))
    const template = await read(app.api, 'asks', { input_variables: { how: 'softly', name: 'Ada' } })
    assert.deepEqual(textsOf(template.prompt_template), ['Speak very softly, Ada'])
    assert.deepEqual(template.prompt_template.input_variables, ['how', 'name'])
    await publish(
      app.api,
      'asks in jinja',
      chat(jinja(user('{% if x %}@@@tone@version_number:1@@@{% endif %}'))),
    )
    assert.deepEqual(await textsAfter('asks in jinja', { input_variables: { x: 1 } }), ['kindly'])
  })

  it('are not expanded in values of variables', async () => {
    await publish(app.api, 'injected', userChat('Say {what}'))
    assert.deepEqual(await textsAfter('injected', { input_variables: { what: '@@@tone@@@' } }), [
      'Say @@@tone@@@',
    ])
  })

  it('may contain other snippets', async () => {
    await publish(app.api, 'inner/deep name', completion('core'))
    await publish(app.api, 'middle', completion('<@@@inner/deep name@@@>'))
    await publish(app.api, 'outer', completion('[@@@middle@@@ @@@inner/deep name@@@]'))
    await publish(app.api, 'top', userChat('@@@outer@@@'))
    const template = await readRaw(app.api, 'top')
    assert.deepEqual(textsOf(template.prompt_template), ['[<core> core]'])
    const names = template.snippets.map((snippet: { prompt_name: string }) => snippet.prompt_name)
    assert.deepEqual(names.sort(), ['inner/deep name', 'middle', 'outer'])
  })

  it('are the current latest version and the current version of a label at each read', async () => {
    const { id } = await publish(app.api, 'moving', completion('one'), { labels: ['now'] })
    await publish(
      app.api,
      'follows',
      userChat('@@@moving@@@ @@@moving@label:now@@@ @@@moving@version_number:1@@@'),
    )
    assert.deepEqual(await textsAfter('follows'), ['one one one'])
    await publish(app.api, 'moving', completion('two'))
    assert.deepEqual(await textsAfter('follows'), ['two one one'])
    const { body } = await app.api.get(`/prompt-templates/${id}/labels`)
    await app.api.patch(`/prompt-labels/${body.release_labels[0].release_label_id}`, {
      prompt_version_number: 2,
    })
    assert.deepEqual(await textsAfter('follows'), ['two two one'])
  })

  it('become a warning, and stay as markers, when a label that they name is deleted', async () => {
    await publish(app.api, 'losing', completion('text'), { labels: ['gone soon'] })
    await publish(app.api, 'left behind', userChat('a @@@losing@label:gone soon@@@'))
    const { body } = await app.api.get('/prompt-templates/losing/labels')
    await app.api.delete(`/prompt-labels/${body.release_labels[0].release_label_id}`)
    const template = await read(app.api, 'left behind')
    assert.deepEqual(textsOf(template.prompt_template), ['a @@@losing@label:gone soon@@@'])
    assert.match(template.warning, /Snippets that cannot be found: @@@losing@label:gone soon@@@/)
  })

  it('are replaced by overrides that were published with the template', async () => {
    const overrides = { tone: 'firmly, {name}' }
    await publish(app.api, 'overridden', userChat('Speak @@@tone@@@'), { overrides })
    const rendered = await textsAfter('overridden', { input_variables: { name: 'Ada' } })
    assert.deepEqual(rendered, ['Speak firmly, Ada'])
    const unknown = await tryPublish(app.api, 'overridden too', userChat('@@@not there@@@'), {
      overrides: { 'not there': 'it is now' },
    })
    assert.equal(unknown.status, 200)
    assert.deepEqual(await textsAfter('overridden too'), ['it is now'])
  })

  it('are not read from markers with impossible names', async () => {
    const odd = ['@@@@@@', '@@@a\nb@@@', '@@@tone@@', '@@ @tone@@@']
    await publish(app.api, 'odd markers', chat(...odd.map(user)))
    assert.deepEqual(await textsAfter('odd markers'), odd)
  })

  it('are marked in the list of templates', async () => {
    const names = async (flag: boolean) =>
      (await app.api.get(`/prompt-templates?is_snippet=${flag}&per_page=100`)).body.items.map(
        (item: { prompt_name: string }) => item.prompt_name,
      )
    assert.ok((await names(true)).includes('tone'))
    assert.ok(!(await names(false)).includes('tone'))
    assert.ok((await names(false)).includes('marked'))
  })
})
