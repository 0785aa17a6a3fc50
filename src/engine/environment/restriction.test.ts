import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonHosts, type Restriction, reasonWithheld } from './restriction.ts'

const free: Restriction = { role: null, uses: null, hosts: null }
const tool = { kind: 'tool', id: '7' } as const

test('a variable is withheld from lower roles and from uses that are not named', () => {
  const request = { role: 'contributor', use: tool } as const
  assert.equal(reasonWithheld(null, request), null)
  assert.equal(reasonWithheld(free, request), null)
  assert.match(reasonWithheld({ ...free, role: 'publisher' }, request)!, /role publisher.*role contributor/)
  assert.equal(reasonWithheld({ ...free, role: 'contributor' }, request), null)
  assert.equal(reasonWithheld({ ...free, uses: [tool] }, request), null)
  for (const use of [null, { kind: 'tool', id: '8' }, { kind: 'column', id: '7' }] as const)
    assert.match(reasonWithheld({ ...free, uses: [tool] }, { ...request, use })!, /restricted to other/)
})

test('variables used together may go only to hosts that all of them allow', () => {
  const to = (...hosts: string[]): Restriction => ({ ...free, hosts })
  assert.equal(commonHosts([null, free]), null)
  assert.deepEqual(commonHosts([to('a', 'b'), null, to('b', 'c')]), ['b'])
  assert.deepEqual(commonHosts([to('a'), to('b')]), [])
})
