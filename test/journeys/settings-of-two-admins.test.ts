import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'

const v2 = '/api/public/v2'
const email = { kind: 'detector', detector: 'email' }
const cases = [
  {
    path: `${v2}/retention`,
    first: { rules: [{ tag: 'debug', days: 7 }] },
    second: { rules: [{ days: 30 }] },
    stored: ({ rules }: { rules: object[] }) => rules,
    expected: [{ tag: 'debug', days: 7 }],
  },
  {
    path: `${v2}/masking`,
    first: { rules: [{ name: 'Mail', action: 'mask', target: email }] },
    second: { rules: [], keeps_bodies: false },
    stored: ({ rules, keeps_bodies }: { rules: { name: string }[]; keeps_bodies: boolean }) => [
      rules.map(({ name }) => name),
      keeps_bodies,
    ],
    expected: [['Mail'], true],
  },
  {
    path: `${v2}/log-export`,
    first: { log_export: { every: 'hour', format: 'parquet' } },
    second: { log_export: { every: 'day' } },
    stored: ({ log_export }: { log_export: { every: string } }) => log_export.every,
    expected: 'hour',
  },
] as const

describe('settings that two admins change at once', () => {
  const app = appOfSuite()

  for (const { path, first, second, stored, expected } of cases)
    it(`${path}: the second change is refused, and repeated it is saved`, async () => {
      const { api } = app
      const base_revision = (await api.get(path)).body.revision
      const saved = await api.put(path, { ...first, base_revision })
      assert.equal(saved.status, 200, JSON.stringify(saved.body))
      assert.notEqual(saved.body.revision, base_revision)
      const refused = await api.put(path, { ...second, base_revision })
      assert.deepEqual([refused.status, refused.body.message.includes('in the meantime')], [409, true])
      const { body } = await api.get(path)
      assert.deepEqual([stored(body as never), body.revision], [expected, saved.body.revision])
      assert.equal((await api.put(path, { ...second, base_revision: body.revision })).status, 200)
      // Without a revision the settings are replaced, as before.
      assert.equal((await api.put(path, first)).status, 200)
      assert.deepEqual(stored((await api.get(path)).body as never), expected)
    })
})
