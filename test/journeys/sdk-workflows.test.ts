import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { ofSuite } from '../kit/of-suite.ts'
import { gpt, startRunWorld } from './support/running.ts'
import { PromptLayer } from './support/sdk.ts'
import { chat, publish, user } from './support/templates.ts'
import { createWorkflow, joinNode, output, promptNode, topic } from './support/workflows.ts'

describe("workflows that the vendor's SDK runs", () => {
  const world = ofSuite(startRunWorld)
  let promptLayer: PromptLayer
  before(async () => {
    promptLayer = new PromptLayer({ apiKey: world.app.key, baseURL: world.app.baseUrl })
    await publish(world.api, 'ask', chat(user('About {thing}')), { metadata: gpt() })
    await createWorkflow(world.api, {
      name: 'sdk flow/with slash',
      ...topic,
      nodes: [promptNode('said', 'ask', { thing: 'topic' }), joinNode('end', ['said'], output)],
      release_labels: ['prod'],
    })
  })

  const run = (rest: object = {}): Promise<unknown> =>
    promptLayer.runWorkflow({
      workflowName: 'sdk flow/with slash',
      inputVariables: { topic: 'rain' },
      metadata: { customer: 'Ada' },
      ...rest,
    })

  it('return the main output, fast or slow', async () => {
    assert.equal(await run(), 'You said: About rain')
    assert.equal(await run({ workflowLabelName: 'prod' }), 'You said: About rain')
    world.fake.answerWith(() => ({ text: 'after a while', pace: { first: 700 } }))
    assert.equal(await run({ workflowVersion: 1 }), 'after a while')
  })

  it('return all outputs', async () => {
    const results = (await run({ returnAllOutputs: true })) as Record<string, { status: string }>
    assert.deepEqual(
      Object.entries(results).map(([name, { status }]) => [name, status]),
      [
        ['said', 'SUCCESS'],
        ['end', 'SUCCESS'],
      ],
    )
  })

  it('may have outputs that are larger than a message', async () => {
    const large = 'x'.repeat(200_000)
    world.fake.answerWith(() => ({ text: large }))
    assert.equal(await run(), large)
  })

  it('throw if no output node succeeded', async () => {
    await createWorkflow(world.api, {
      name: 'hopeless',
      nodes: [promptNode('said', 'nowhere', {}), joinNode('end', ['said'], output)],
    })
    await assert.rejects(
      promptLayer.runWorkflow({ workflowName: 'hopeless' }),
      /Error running workflow[\s\S]*SKIPPED/,
    )
  })

  it('return the reason why a run cannot start', async () => {
    const answer = (await promptLayer.runWorkflow({ workflowName: 'nobody' })) as unknown
    assert.deepEqual(answer, { success: false, message: 'Failed to run workflow: not_found' })
  })

  it('may run at the same time', async () => {
    world.fake.answerWith(({ text }) => ({ text }))
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_none, index) => run({ inputVariables: { topic: String(index) } })),
    )
    assert.deepEqual(
      answers,
      Array.from({ length: 30 }, (_none, index) => `About ${index}`),
    )
  })
})
