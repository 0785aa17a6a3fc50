import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileWorkflow } from '../../../engine/workflow/index.ts'
import { createTally } from '../../template-runs/tally.ts'
import { execute } from './execute.ts'
import type { NodeRecord } from './record.ts'

const asks = (name: string) => ({
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
    asks('slow'),
    asks('fast'),
    {
      name: 'end',
      type: 'COMBINE_COLUMNS',
      configuration: { sources: ['slow', 'fast'], separator: '+' },
      dependencies: [],
      isOutput: true,
    },
  ],
})

const answered = (value: string) => ({
  answer: { ok: true as const, value },
  spending: createTally().spending(),
})

test('a node that is answered while another one is stored is not lost', async () => {
  const slow = Promise.withResolvers<void>()
  const storedRecords: NodeRecord[] = []
  const records = await execute({
    workflow,
    inputs: {},
    known: new Map(),
    signal: new AbortController().signal,
    now: () => 0,
    satisfy: async (_need, position) => {
      if (position === 0) await slow.promise
      return answered(String(position))
    },
    journal: {
      async store(fresh) {
        storedRecords.push(...fresh)
        if (!fresh.some(({ entry }) => entry.status === 'SUCCESS')) return
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

test('settled nodes do not run again, and an infrastructure error ends the run', async () => {
  const known = new Map<number, NodeRecord>([
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
  const asked: number[] = []
  const rest = { workflow, inputs: {}, known, now: () => 0, journal: { store: async () => {} } }
  const signal = new AbortController().signal
  const records = await execute({
    ...rest,
    signal,
    satisfy: async (_need, position) => {
      asked.push(position)
      return answered('new')
    },
  })
  assert.deepEqual(asked, [1])
  assert.deepEqual(records.get(2)?.entry, { status: 'SUCCESS', value: 'kept+new' })
  const broken = execute({ ...rest, signal, satisfy: () => Promise.reject(new Error('storage')) })
  await assert.rejects(broken, /storage/)
})
