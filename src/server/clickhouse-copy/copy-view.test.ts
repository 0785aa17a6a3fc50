import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CopyView } from './copy-view.ts'
import { ClickHouseUnavailableError } from './unavailable.ts'

const viewOf = (plain: string | null, isUnchanged: boolean) => {
  const noted: (Error | null)[] = []
  const forms = { plain, exact: 'exact', isUnchanged: async () => isUnchanged }
  return { view: new CopyView(forms, (error) => noted.push(error)), noted }
}
const database = async () => 'database'

test('a question is asked again if a batch was begun before its answer', async () => {
  for (const [plain, isUnchanged, form] of [
    ['plain', true, 'plain'],
    ['plain', false, 'exact'],
    [null, true, 'exact'],
  ] as const)
    assert.equal(await viewOf(plain, isUnchanged).view.ask(async (asked) => asked, database), form)
})

test('the database answers if ClickHouse fails, and no other error is hidden', async () => {
  const failing = (error: Error) => async () => {
    throw error
  }
  const { view, noted } = viewOf('plain', true)
  assert.equal(await view.ask(failing(new ClickHouseUnavailableError('away')), database), 'database')
  await assert.rejects(view.ask(failing(new Error('a defect')), database), /a defect/)
  assert.equal(await view.ask(async (asked) => asked, database), 'plain')
  assert.deepEqual(
    noted.map((error) => error?.message ?? null),
    ['away', null],
  )
})
