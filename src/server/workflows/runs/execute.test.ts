import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileWorkflow } from '../../../engine/workflow/index.ts'
import { createTally } from '../../template-runs/tally.ts'
import { execute } from './execute.ts'
import type { NodeRecord } from './record.ts'

const promptNode = (name: string) => ({
  name,
  type: 'PROMPT_TEMPLATE',
  configuration: { template: { name } },
  dependencies: [],
  isOutput: false,
})

const workflow = compileWorkflow({
  inputs: {},
  edges: [],
  nodes: [
    promptNode('slow'),
    promptNode('fast'),
    {
      name: 'end',
      type: 'COMBINE_COLUMNS',
      configuration: { sources: ['slow', 'fast'], separator: '+' },
      dependencies: [],
      isOutput: true,
    },
  ],
})

const answerWith = (value: string) => ({
  answer: { ok: true as const, value },
  spending: createTally().spending(),
})

test('a node that is answered while another one is stored is not lost', async () => {
  const slow = Promise.withResolvers<void>()
  const storedRecords: NodeRecord[] = []
  const records = await execute({
    workflow,
    inputs: {},
    earlierRecords: new Map(),
    signal: new AbortController().signal,
    now: () => 0,
    isOutage: () => false,
    satisfy: async (_need, position) => {
      if (position === 0) await slow.promise
      return answerWith(String(position))
    },
    journal: {
      async store(newRecords) {
        storedRecords.push(...newRecords)
        if (!newRecords.some(({ entry }) => entry.status === 'SUCCESS')) return
        slow.resolve()
        await new Promise((resolve) => setImmediate(resolve))
      },
    },
  })
  assert.deepEqual(records.get(2)?.entry, { status: 'SUCCESS', value: '0+1' })
  assert.deepEqual(
    storedRecords.map(({ position, entry }) => `${position} ${entry.status}`),
    ['0 RUNNING', '1 RUNNING', '1 SUCCESS', '0 SUCCESS', '2 SUCCESS'],
  )
})

test('finished nodes do not run again, and an infrastructure error ends the run', async () => {
  const earlierRecords = new Map<number, NodeRecord>([
    [
      0,
      {
        position: 0,
        entry: { status: 'SUCCESS', value: 'kept' },
        requestIds: [1],
        startedAt: 0,
        finishedAt: 0,
      },
    ],
    [
      1,
      {
        position: 1,
        entry: { status: 'RUNNING', next: null },
        requestIds: [],
        startedAt: 0,
        finishedAt: null,
      },
    ],
  ])
  const positions: number[] = []
  const rest = {
    workflow,
    inputs: {},
    earlierRecords,
    now: () => 0,
    isOutage: () => false,
    journal: { store: async () => {} },
  }
  const signal = new AbortController().signal
  const records = await execute({
    ...rest,
    signal,
    satisfy: async (_need, position) => {
      positions.push(position)
      return answerWith('new')
    },
  })
  assert.deepEqual(positions, [1])
  assert.deepEqual(records.get(2)?.entry, { status: 'SUCCESS', value: 'kept+new' })
  const broken = execute({ ...rest, signal, satisfy: () => Promise.reject(new Error('storage')) })
  await assert.rejects(broken, /storage/)
})
