import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { type Api, bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { logWithVariables, v2 } from './support/datasets.ts'

let api: Api
suite('the sample', () => {
  const app = appOfSuite()
  before(async () => {
    api = (await app.newWorkspace()).api
  })

  const path = `${v2}/sample`

  async function load() {
    const { sample } = bodyOf(await api.post(path, {}), 202)
    assert.deepEqual([sample.state, sample.steps_done], ['loading', 0])
    const read = async () => bodyOf(await api.get(path)).sample
    return until(read, ({ state }) => state !== 'loading')
  }

  /** On a busy machine the server stops counting early, so this repeats the search until the total is exact. */
  const countRequests = async (): Promise<number> => {
    const search = async () => bodyOf(await api.post(`${v2}/requests/search`, { page: 1 }))
    return (await until(search, ({ total_is_exact }) => total_is_exact)).total
  }

  test('the sample has prompts, requests, traces, a scored sheet and a dashboard, and is removed completely', async () => {
    const own = await logWithVariables(api, {})
    const sample = await load()
    assert.deepEqual([sample.state, sample.error, sample.steps_done], ['loaded', null, sample.steps])
    assert.equal(sample.prompt_ids.length, 5)
    assert.equal((await api.post(path, {})).status, 409)

    const { prompts } = bodyOf(await api.get(`${v2}/prompts?per_page=100`))
    const triage = prompts.find(({ name }: { name: string }) => name === 'ticket-triage')
    assert.equal(triage.latest_version, 3)
    assert.ok(triage.tags.includes('sample') && triage.folder_id === sample.folder_id)
    const { data: sheets } = bodyOf(await api.get(`${v2}/tables/${sample.table_id}/sheets`))
    const sheet = `${v2}/tables/${sample.table_id}/sheets/${sheets[0].id}`
    const { latest_calculation: score } = bodyOf(await api.get(`${sheet}/scorecard`))
    assert.equal(score.status, 'completed')
    assert.ok(score.aggregate_score > 0.7)
    const { data: versions } = bodyOf(await api.get(`${sheet}/versions`))
    assert.ok(versions.length >= 2)
    assert.equal(bodyOf(await api.get(`${v2}/traces/${sample.trace_id}`)).spans.length, 9)
    bodyOf(await api.get(`${v2}/dashboards/${sample.dashboard_id}`))
    assert.equal(await countRequests(), sample.request_ids.length + 1)
    const { runs } = bodyOf(await api.get(`${v2}/workflow-runs?workflow_id=${sample.workflow_id}`), 200)
    assert.deepEqual(
      runs.map(({ state, failed_count }: { state: string; failed_count: number }) => [state, failed_count]),
      [
        ['done', 0],
        ['done', 2],
        ['done', 0],
      ],
    )
    const { playground } = bodyOf(await api.get(`${v2}/playgrounds/${sample.playground_id}`), 200)
    assert.deepEqual([playground.variant_count, playground.case_count], [2, 4])

    const { removed, kept } = bodyOf(await api.delete(path))
    assert.deepEqual(kept, [])
    assert.deepEqual(removed, {
      prompts: 5,
      requests: sample.request_ids.length,
      traces: 3,
      tables: 1,
      dashboards: 1,
      workflows: 1,
      playgrounds: 1,
    })
    assert.equal(await countRequests(), 1)
    bodyOf(await api.get(`${v2}/requests/${own}`))
    assert.equal(bodyOf(await api.get(`${v2}/prompts?per_page=100`)).total, 0)
    assert.equal((await api.get(`${v2}/tables/${sample.table_id}`)).status, 404)
    assert.equal((await api.get(`${v2}/traces/${sample.trace_id}`)).status, 404)
    assert.equal(bodyOf(await api.get(path)).sample, null)
    assert.equal(bodyOf(await api.delete(path)).removed.prompts, 0)
  })

  test('entities of the sample that people have changed are kept when the sample is removed', async () => {
    const sample = await load()
    assert.equal(sample.state, 'loaded')
    const { prompts } = bodyOf(await api.get(`${v2}/prompts?per_page=100`))
    const reply = prompts.find(({ name }: { name: string }) => name === 'ticket-reply')
    bodyOf(
      await api.patch(`/rest/prompt-templates/${reply.id}`, { commit_message: 'Shorter', max_tokens: 200 }),
      201,
    )
    const named = (name: string) => prompts.find((prompt: { name: string }) => prompt.name === name)
    const everySecond = { ...endpoints.createDynamicLabel.example.body, name: 'half' }
    const split = { ...everySecond, prompt_id: named('product-question').id }
    bodyOf(await api.post(`${v2}/dynamic-labels`, split), 201)
    const label = { name: 'shop', prompt_version_number: 1 }
    bodyOf(await api.post(`/prompts/${named('conversation-summary').id}/label`, label), 200)
    bodyOf(await api.patch(`${v2}/dashboards/${sample.dashboard_id}`, { name: 'Mine' }), 200)
    const playgroundPath = `${v2}/playgrounds/${sample.playground_id}`
    bodyOf(await api.patch(playgroundPath, { base_version: 1, name: 'Our cases' }), 200)
    const onStaging = { name: 'staging', version_number: 1 }
    bodyOf(await api.post(`${v2}/workflows/${sample.workflow_id}/labels`, onStaging), 201)
    const { removed, kept } = bodyOf(await api.delete(path), 200)
    assert.deepEqual(
      kept.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`).toSorted(),
      [
        'dashboard Mine',
        'folder Sample support desk',
        'playground Our cases',
        'prompt conversation-summary',
        'prompt product-question',
        'prompt ticket-reply',
        // The remaining prompt uses this snippet.
        'prompt tone-of-voice',
        'workflow ticket-routing',
      ],
    )
    assert.equal(removed.prompts, 1)
    // The prompts that stayed have names of the sample.
    const again = await api.post(path, {})
    assert.equal(again.status, 409)
  })
})
