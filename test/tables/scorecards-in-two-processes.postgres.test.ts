import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../crash/database.ts'
import { startFakeModels } from '../fake-models/index.ts'
import { ScorecardClient } from '../journeys/support/scorecards.ts'
import { emptySheet } from '../journeys/support/tables.ts'
import { apiOf, bodyOf } from '../kit/api.ts'
import { migratedStorage } from '../kit/app.ts'
import { killed, startServer, stopped } from '../start/galley-process.ts'

const rowCount = 400
const key = 'the-key-of-the-scorecard-test'

test('a calculation is shared by two processes, continues when one is killed, and has each row once', async () => {
  const fake = await startFakeModels({
    script: () => ({ text: '{"reasoning": "because", "value": true}', pace: { first: 250 } }),
  })
  const storage = await migratedStorage()
  const environment = {
    ...fake.environment(),
    GALLEY_DATA: storage.config.folder,
    DATABASE_URL: storage.config.databaseUrl!,
    GALLEY_API_KEY: key,
    GALLEY_LOG_LEVEL: 'error',
  }
  const server = await startServer({ ...environment, GALLEY_ROLE: 'api' })
  const worker = () => startServer({ ...environment, GALLEY_ROLE: 'worker' })
  const workers = await Promise.all([worker(), worker()])
  const database = await openDatabase(storage.config)
  try {
    const sheet = await emptySheet(apiOf(server.address, key))
    const output = await sheet.column('output')
    for (let from = 0; from < rowCount; from += 100)
      await sheet.add(
        Array.from({ length: 100 }, (_none, index) => ({ [output.id]: `reply ${from + index}` })),
      )
    const scorecard = new ScorecardClient(sheet)
    await scorecard.configured([
      {
        title: 'polite',
        primitive_type: 'LLM_ASSERTION',
        primitive_config: { source: 'output', prompt: 'Is it polite?' },
      },
    ])
    const id = await scorecard.start()
    const owners = new Set<unknown>()
    while (owners.size < 2) {
      const leased = await database.query(
        `select distinct owner from jobs where kind = 'scorecard-rows' and state = 'leased'`,
      )
      for (const { owner } of leased) owners.add(owner)
      const { status } = await scorecard.calculation(id)
      assert.ok(
        status === 'queued' || status === 'running',
        'The calculation ended before both workers had a part.',
      )
      await sleep(5)
    }
    await killed(workers[0]!)
    const calculation = await scorecard.ended(id)
    assert.deepEqual([calculation.status, calculation.aggregate_score], ['completed', 1])
    const [criterion] = Object.values(calculation.criterion_summaries) as { pass_count: number }[]
    assert.equal(criterion!.pass_count, rowCount)
    const { verdict_counts: counts } = bodyOf(await sheet.api.get(`${scorecard.path}/rows`))
    assert.equal(counts.pass, rowCount)
    const [written] = await database.query(
      'select count(*) as count, count(distinct row_id) as apart from scorecard_rows',
    )
    assert.deepEqual([written!['count'], written!['apart']], [rowCount, rowCount])
    const [open] = await database.query(
      `select count(*) as count from jobs where state in ('queued', 'leased')`,
    )
    assert.equal(open!['count'], 0)
    // Only results that the killed process had not written are computed twice.
    const messages = fake.calls.map(({ body }) => JSON.stringify((body as { messages: unknown }).messages))
    assert.equal(new Set(messages).size, rowCount)
    assert.ok(messages.length < rowCount * 2, `${messages.length} calls`)
  } finally {
    await database.close()
    await stopped(workers[1]!)
    await stopped(server)
    await fake.close()
    await storage.drop()
  }
})
