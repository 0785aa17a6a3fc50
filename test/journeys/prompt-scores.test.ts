import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { log } from './support/requests.ts'
import { publish, userChat } from './support/templates.ts'

const path = '/api/public/v2/prompt-scores'

describe('scores of prompts', () => {
  const app = appOfSuite({}, { role: 'api' })

  it('are the mean of all scores of their requests, whatever their names', async () => {
    const { id: greeting } = await publish(app.api, 'greeting', userChat('1'))
    const { id: farewell } = await publish(app.api, 'farewell', userChat('1'))
    await publish(app.api, 'never scored', userChat('1'))
    const score = async (prompt_name: string | null, name: string, value: number) => {
      const request_id = await log(app.api, prompt_name === null ? {} : { prompt_name })
      const scored = await app.api.post('/rest/track-score', { request_id, score: value, name })
      assert.equal(scored.status, 200)
    }
    await score('greeting', 'tone', 80)
    await score('greeting', 'length', 45)
    await score('farewell', 'tone', 0)
    await score(null, 'tone', 100)
    await log(app.api, { prompt_name: 'never scored' })
    const { status, body } = await app.api.get(path)
    assert.equal(status, 200)
    const byPrompt = body.prompt_scores.toSorted(
      (a: { prompt_id: number }, b: { prompt_id: number }) => a.prompt_id - b.prompt_id,
    )
    assert.deepEqual(byPrompt, [
      { prompt_id: greeting, mean: 62.5, count: 2 },
      { prompt_id: farewell, mean: 0, count: 1 },
    ])
    const { api } = await app.newWorkspace()
    assert.deepEqual((await api.get(path)).body, { success: true, prompt_scores: [] })
  })
})
