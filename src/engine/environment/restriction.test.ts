import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonHosts, type Restriction, withheldFrom } from './restriction.ts'

const free: Restriction = { role: null, uses: null, hosts: null }
const tool = { kind: 'tool', id: '7' } as const

test('a variable is withheld from lower roles and from uses that are not named', () => {
  const asking = { role: 'contributor', use: tool } as const
  assert.equal(withheldFrom(null, asking), null)
  assert.equal(withheldFrom(free, asking), null)
  assert.match(withheldFrom({ ...free, role: 'publisher' }, asking)!, /role publisher.*role contributor/)
  assert.equal(withheldFrom({ ...free, role: 'contributor' }, asking), null)
  assert.equal(withheldFrom({ ...free, uses: [tool] }, asking), null)
  for (const use of [null, { kind: 'tool', id: '8' }, { kind: 'column', id: '7' }] as const)
    assert.match(withheldFrom({ ...free, uses: [tool] }, { ...asking, use })!, /restricted to other/)
})

test('variables used together may go only to hosts that all of them allow', () => {
  const to = (...hosts: string[]): Restriction => ({ ...free, hosts })
  assert.equal(commonHosts([null, free]), null)
  assert.deepEqual(commonHosts([to('a', 'b'), null, to('b', 'c')]), ['b'])
  assert.deepEqual(commonHosts([to('a'), to('b')]), [])
})
