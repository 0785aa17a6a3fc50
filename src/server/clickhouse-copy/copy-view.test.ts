import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CopyView } from './copy-view.ts'
import { ClickHouseUnavailableError } from './unavailable.ts'

const viewOf = (plain: string | null, isUnchanged: boolean) => {
  const outcomes: (Error | null)[] = []
  const forms = { plain, exact: 'exact', isUnchanged: async () => isUnchanged }
  return { view: new CopyView(forms, (error) => outcomes.push(error)), noted: outcomes }
}
const database = async () => 'database'

test('a query is repeated in its exact form if a batch was started meanwhile', async () => {
  for (const [plain, isUnchanged, form] of [
    ['plain', true, 'plain'],
    ['plain', false, 'exact'],
    [null, true, 'exact'],
  ] as const)
    assert.equal(await viewOf(plain, isUnchanged).view.query(async (used) => used, database), form)
})

test('the database answers if ClickHouse fails, and other errors are thrown', async () => {
  const failing = (error: Error) => async () => {
    throw error
  }
  const { view, noted } = viewOf('plain', true)
  assert.equal(await view.query(failing(new ClickHouseUnavailableError('away')), database), 'database')
  await assert.rejects(view.query(failing(new Error('a defect')), database), /a defect/)
  assert.equal(await view.query(async (used) => used, database), 'plain')
  assert.deepEqual(
    noted.map((error) => error?.message ?? null),
    ['away', null],
  )
})
