import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Api } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { exportSpans, newTraceId, otlpSpan } from './support/otlp.ts'

const v2 = '/api/public/v2'
const byTone = { sort_by: 'score', sort_score_name: 'tone' } as const

interface Session {
  readonly session_id: string
  readonly newest_scores: readonly { readonly name: string; readonly value: unknown }[]
}

suite('sessions and their scores', () => {
  const app = appOfSuite()
  const turnOf = (session: string, milliseconds = 10) =>
    otlpSpan({ traceId: newTraceId(), milliseconds, values: { 'session.id': session } })
  const give = async (api: Api, subject_id: string, score: object) => {
    const body = { subject_type: 'session', subject_id, name: 'tone', ...score }
    assert.equal((await api.post(`${v2}/scores`, body)).status, 201)
  }
  const search = async (api: Api, body: object) => {
    const { status, body: found } = await api.post(`${v2}/sessions/search`, body)
    assert.equal(status, 200, JSON.stringify(found))
    return found as { items: Session[]; total: number; next_cursor: string | null }
  }
  async function idsOf(api: Api, body: object): Promise<string[]> {
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof search>> = await search(api, { ...body, cursor })
      ids.push(...page.items.map(({ session_id }) => session_id))
      cursor = page.next_cursor
    } while (cursor)
    return ids
  }

  test('are listed in the order of a score, by the mean of its sources', async () => {
    const { api } = await app.newWorkspace()
    const sessions = ['angry', 'calm', 'mixed', 'named', 'pleased', 'unscored']
    await exportSpans(api, ...sessions.flatMap((session) => [turnOf(session), turnOf(session)]))
    await give(api, 'angry', { value: -2 })
    await give(api, 'calm', { value: true })
    await give(api, 'mixed', { value: 0.25, source: 'judge' })
    await give(api, 'mixed', { value: 0.75, source: 'person' })
    await give(api, 'named', { value: 'warm' })
    await give(api, 'pleased', { value: 9.5 })
    await give(api, 'unscored', { value: 1, name: 'other' })
    const rising = ['angry', 'mixed', 'calm', 'pleased']
    for (const per_page of [1, 3, 25]) {
      assert.deepEqual(await idsOf(api, { ...byTone, sort_order: 'asc', per_page }), rising)
      assert.deepEqual(await idsOf(api, { ...byTone, per_page }), rising.toReversed())
    }
    assert.equal((await search(api, byTone)).total, 4)
    const filters = [{ field: 'trace_session_id', operator: 'in', value: ['calm', 'pleased', 'named'] }]
    assert.deepEqual(await idsOf(api, { ...byTone, filter_group: { filters } }), ['pleased', 'calm'])
    assert.deepEqual(await idsOf(api, { ...byTone, q: 'nothing' }), [])
  })

  test('have their newest scores', async () => {
    const { api } = await app.newWorkspace()
    await exportSpans(api, turnOf('many'), turnOf('none'))
    for (let index = 0; index < 7; index++) await give(api, 'many', { name: `score ${index}`, value: index })
    await give(api, 'many', { name: 'score 3', value: 33, comment: 'changed' })
    const { items } = await search(api, {})
    const scoresOf = (id: string) => items.find(({ session_id }) => session_id === id)!.newest_scores
    assert.deepEqual(scoresOf('none'), [])
    const [first, ...others] = scoresOf('many')
    assert.deepEqual([first!.name, first!.value, others.length], ['score 3', 33, 4])
    const { session } = (await api.get(`${v2}/sessions/many`)).body
    assert.deepEqual(session.newest_scores, scoresOf('many'))
  })

  test('need the name of a score for its order, and a cursor of the same order', async () => {
    const { api } = await app.newWorkspace()
    await exportSpans(api, turnOf('one'), turnOf('two'))
    for (const session of ['one', 'two']) await give(api, session, { value: 1 })
    const { next_cursor: cursor } = await search(api, { ...byTone, per_page: 1 })
    for (const [path, body, message] of [
      ['sessions', { sort_by: 'score' }, /^sort_score_name: must name/],
      ['sessions', { sort_score_name: 'tone' }, /^sort_score_name: is only for/],
      ['sessions', { ...byTone, sort_score_name: 'other', cursor }, /another order/],
      ['sessions', { cursor }, /another order/],
    ] as const) {
      const refused = await api.post(`${v2}/${path}/search`, body)
      assert.equal(refused.status, 400, JSON.stringify(refused.body))
      assert.match(refused.body.message, message)
    }
    assert.equal((await api.post(`${v2}/users/search`, byTone)).status, 422)
  })
})
