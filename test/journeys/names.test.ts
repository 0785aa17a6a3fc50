import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
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

const blanks = [' ', '\t\n', '\u00a0', '\u200b', '\u2060 ']

describe('names of templates', () => {
  const app = appOfSuite()

  const smile = '😀'
  const names = [
    'a/b/c',
    '/leading',
    'trailing/',
    'a//b',
    'dots.and..more',
    'ünï cödé',
    '名前',
    '%2F',
    '50% off?',
    '#1',
    'a\tb',
    ' padded ',
    '\\',
    '"quoted"',
    'labels',
    'x/labels',
  ]
  for (const name of names)
    it(`may be ${JSON.stringify(name)}`, async () => {
      const { id } = await publish(app.api, name, userChat(name))
      assert.equal((await readRaw(app.api, name)).id, id)
      assert.equal((await read(app.api, name)).prompt_name, name)
      assert.equal((await app.api.patch(`/rest${pathOf(name)}`, {})).body.version_number, 2)
      assert.deepEqual((await app.api.get(`${pathOf(name)}/labels`)).body, { release_labels: [] })
    })

  it('may have slashes that are not escaped in the path', async () => {
    await publish(app.api, 'raw/slashes/here', userChat('Hi'), { labels: ['prod'] })
    assert.equal((await app.api.get('/prompt-templates/raw/slashes/here')).status, 200)
    assert.equal(
      (await app.api.post('/prompt-templates/raw/slashes/here', {})).body.prompt_name,
      'raw/slashes/here',
    )
    assert.equal((await app.api.get('/prompt-templates/raw/slashes/here?label=prod')).body.version, 1)
    const { body } = await app.api.get('/prompt-templates/raw/slashes/here/labels')
    assert.equal(body.release_labels[0].release_label, 'prod')
    assert.equal((await app.api.patch('/rest/prompt-templates/raw/slashes/here', {})).status, 201)
  })

  it('have up to 512 characters of any width', async () => {
    for (const name of ['n'.repeat(512), 'ä'.repeat(512), smile.repeat(512)]) {
      await publish(app.api, name, userChat('Hi'))
      assert.equal((await readRaw(app.api, name)).prompt_name, name)
      assert.equal((await read(app.api, name)).prompt_name, name)
    }
    for (const name of ['', 'n'.repeat(513), smile.repeat(513)])
      assertRefused(await tryPublish(app.api, name, userChat('Hi')), 422, 'body.prompt_template.prompt_name')
  })

  it('may not be blank', async () => {
    for (const name of blanks)
      assertRefused(await tryPublish(app.api, name, userChat('Hi')), 422, 'body.prompt_template.prompt_name')
  })

  it('have labels that may not be blank', async () => {
    const { id } = await publish(app.api, 'labelled', userChat('Hi'))
    for (const name of blanks) {
      const label = { prompt_version_number: 1, name }
      assertRefused(await app.api.post(`/prompts/${id}/label`, label), 422, 'body.name')
      const change = await app.api.patch('/rest/prompt-templates/labelled', { release_labels: [name] })
      assertRefused(change, 422, 'body.release_labels.0')
    }
    assert.equal((await readRaw(app.api, 'labelled')).version, 1)
  })

  it('may not contain NUL or an unpaired surrogate', async () => {
    for (const name of ['a\u0000b', '\ud800'])
      assertRefused(await tryPublish(app.api, name, userChat('Hi')), 422, 'body.prompt_template.prompt_name')
  })

  it('differ by upper case, accents and spaces', async () => {
    const alike = ['case', 'Case', 'cäse', 'case ', 'ca\u0308se']
    const ids = new Set<number>()
    for (const name of alike) ids.add((await publish(app.api, name, userChat(name))).id)
    assert.equal(ids.size, alike.length)
    for (const name of alike)
      assert.deepEqual(textsOf((await readRaw(app.api, name)).prompt_template), [name])
  })

  it('may be digits, which are read as an id first', async () => {
    const { id } = await publish(app.api, 'has an id', userChat('by id'))
    const reply = await tryPublish(app.api, String(id), userChat('Hi'))
    assertRefused(reply, 422, 'body.prompt_template.prompt_name')
    const free = String(id + 2)
    await publish(app.api, free, userChat('by name'))
    assert.equal((await readRaw(app.api, free)).prompt_name, free)
    const { id: next } = await publish(app.api, 'made later', userChat('Hi'))
    assert.notEqual(String(next), free)
    assert.deepEqual(textsOf((await readRaw(app.api, free)).prompt_template), ['by name'])
    assert.equal((await publish(app.api, free, userChat('again'))).version_number, 2)
    for (const name of ['007', '0', '-5', '1e3', '12345678901234567890']) {
      await publish(app.api, name, userChat(name))
      assert.equal((await readRaw(app.api, name)).prompt_name, name)
    }
  })

  it('belong to a workspace', async () => {
    const stranger = await app.newWorkspace()
    const mine = await publish(app.api, 'shared name', userChat('mine'))
    const theirs = await publish(stranger.api, 'shared name', userChat('theirs'))
    assert.notEqual(mine.id, theirs.id)
    assert.deepEqual(textsOf((await readRaw(stranger.api, 'shared name')).prompt_template), ['theirs'])
    const digits = await publish(stranger.api, String(mine.id), userChat('a name there'))
    assert.equal((await readRaw(stranger.api, mine.id)).id, digits.id)
    assert.equal((await readRaw(app.api, mine.id)).id, mine.id)
  })
})
