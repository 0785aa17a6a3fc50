import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { networkOf, visitorAddress } from './visitor-address.ts'

const socket = { remoteAddress: '10.0.0.9' } as Socket

test("an address is read without its port, and the socket's address replaces invalid entries", () => {
  const cases = [
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:51234', '192.0.2.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['unknown', '10.0.0.9'],
    ['', '10.0.0.9'],
    ['1.2.3', '10.0.0.9'],
  ] as const
  for (const [ip, address] of cases) assert.equal(visitorAddress({ ip, socket }), address, ip)
})

test('all addresses of an IPv6 /64 are one caller', () => {
  assert.equal(networkOf('192.0.2.7'), '192.0.2.7')
  for (const address of ['2001:db8:1:2::', '2001:0db8:1:2:3:4:5:6', '2001:db8:1:2::ffff'])
    assert.equal(networkOf(address), '2001:db8:1:2::/64')
  assert.equal(networkOf('::1'), '0:0:0:0::/64')
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64')
})
