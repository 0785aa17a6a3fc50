import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { assertRefused, completion, pathOf, publish, userChat } from './support/templates.ts'

describe('the use of a snippet', () => {
  const app = appOfSuite()
  let ids: number[] = []
  before(async () => {
    await publish(app.api, 'shared/part', completion('one'), { labels: ['prod'] })
    await publish(app.api, 'shared/part', completion('two'))
    await publish(app.api, 'unused', completion('alone'))
    const latest = await publish(app.api, 'latest', userChat('@@@shared/part@@@'), {
      labels: ['live', 'dev'],
    })
    const pinned = await publish(app.api, 'pinned', userChat('@@@shared/part@version_number:1@@@'))
    await publish(app.api, 'pinned', userChat('@@@shared/part@version_number:1@@@ @@@shared/part@@@'))
    await publish(app.api, 'pinned', userChat('nothing'))
    const labelled = await publish(app.api, 'labelled', userChat('@@@shared/part@label:prod@@@'))
    ids = [latest.id, pinned.id, labelled.id]
  })

  const usage = async (name: string, query = '') => {
    return bodyOf(await app.api.get(`${pathOf(name)}/snippet-usage${query}`))
  }

  it('lists the templates, their versions and their labels', async () => {
    const body = await usage('shared/part')
    assert.deepEqual([body.success, body.snippet_name], [true, 'shared/part'])
    assert.deepEqual(body.snippet_usage, [
      { prompt_registry_id: ids[0], prompt_name: 'latest', version_numbers: [1] },
      { prompt_registry_id: ids[1], prompt_name: 'pinned', version_numbers: [1, 2] },
      { prompt_registry_id: ids[2], prompt_name: 'labelled', version_numbers: [1] },
    ])
    assert.equal(body.total_prompts_using_snippet, 3)
    const labels = body.label_usage.map((use: { label_name: string }) => use.label_name)
    assert.deepEqual(labels.sort(), ['dev', 'live'])
    assert.equal(body.total_labels_using_snippet, 2)
  })

  it('can be limited to one version of the snippet', async () => {
    const uses = async (version: number) =>
      (await usage('shared/part', `?prompt_version_number=${version}`)).snippet_usage.map(
        (use: { prompt_name: string; version_numbers: number[] }) => [
          use.prompt_name,
          ...use.version_numbers,
        ],
      )
    assert.deepEqual(await uses(1), [
      ['pinned', 1, 2],
      ['labelled', 1],
    ])
    assert.deepEqual(await uses(2), [
      ['latest', 1],
      ['pinned', 2],
    ])
  })

  it('is empty for unused snippets, and found by slashed path', async () => {
    const body = await usage('unused')
    assert.deepEqual([body.snippet_usage, body.label_usage], [[], []])
    assert.equal(
      (await app.api.get('/prompt-templates/shared/part/snippet-usage')).body.total_prompts_using_snippet,
      3,
    )
  })

  it('is refused for a version that does not exist', async () => {
    assertRefused(await app.api.get(`${pathOf('unused')}/snippet-usage?prompt_version_number=2`), 404)
  })
})
