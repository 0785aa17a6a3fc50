import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonHosts, isAmong, type Restriction, readHost, withheldFrom } from './restriction.ts'

const free: Restriction = { role: null, uses: null, hosts: null }
const tool = { kind: 'tool', id: '7' } as const

test('a variable is withheld from lower roles and from uses that are not named', () => {
  const asking = { role: 'contributor', use: tool } as const
  assert.equal(withheldFrom(null, asking), null)
  assert.equal(withheldFrom(free, asking), null)
  assert.match(withheldFrom({ ...free, role: 'publisher' }, asking)!, /publisher.*started by a contributor/)
  assert.equal(withheldFrom({ ...free, role: 'contributor' }, asking), null)
  assert.equal(withheldFrom({ ...free, uses: [tool] }, asking), null)
  for (const use of [null, { kind: 'tool', id: '8' }, { kind: 'column', id: '7' }] as const)
    assert.match(withheldFrom({ ...free, uses: [tool] }, { ...asking, use })!, /restricted to other/)
})

test('variables that go together go where each of them may', () => {
  const to = (...hosts: string[]): Restriction => ({ ...free, hosts })
  assert.equal(commonHosts([null, free]), null)
  assert.deepEqual(commonHosts([to('a', 'b'), null, to('b', 'c')]), ['b'])
  assert.deepEqual(commonHosts([to('a'), to('b')]), [])
})

test('hosts are compared whole, with the port where one is named', () => {
  const among = (hosts: string[], url: string) => isAmong(hosts.map((one) => readHost(one)!), new URL(url))
  assert.ok(among(['CRM.example.com'], 'https://crm.example.com/x'))
  assert.ok(among(['crm.example.com'], 'https://crm.example.com:8443/'))
  assert.ok(among(['crm.example.com:443'], 'https://crm.example.com/'))
  assert.ok(among(['[::1]:80'], 'http://[::1]/'))
  assert.ok(among(['::1'], 'http://[::1]:9/'))
  assert.ok(!among(['crm.example.com:443'], 'http://crm.example.com/'))
  for (const url of ['https://crm.example.com.evil.example/', 'https://evilcrm.example.com/', 'https://example.com/'])
    assert.ok(!among(['crm.example.com'], url), url)
  for (const text of ['', 'https://a.b', 'a.b/c', 'user@a.b', '*.a.b', 'a b', 'a?b'])
    assert.equal(readHost(text), null, text)
})
