import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { type Action, actionNames, RandomSheet } from './random-sheet.ts'

const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.record({
    name: fc.constantFrom(...actionNames),
    dice: fc.array(fc.nat(1_000), { minLength: 12, maxLength: 40 }),
  }),
  { minLength: 10, maxLength: 60 },
)

const beginning: Action[] = ['create', 'create', 'add rows', 'create', 'create', 'create'].map(
  (name, index) => ({
    name: name as Action['name'],
    dice: [index, index, index, index, index],
  }),
)

it('500 random sheets have the cells of a serial evaluator and exact staleness, and refuse every cycle', () => {
  let [runs, refusedCycles] = [0, 0]
  fc.assert(
    fc.property(actions, (story) => {
      const sheet = new RandomSheet()
      for (const action of [...beginning, ...story, { name: 'run' as const, dice: [] }]) sheet.play(action)
      runs++
      refusedCycles += sheet.refusedCycles
    }),
    { numRuns: 500 },
  )
  assert.ok(runs >= 500 && refusedCycles > 100, `${refusedCycles} cycles in ${runs} sheets`)
})
