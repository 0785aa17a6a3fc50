import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllowedHost } from '../../engine/environment/restriction.ts'
import { readHost } from './host.ts'

test('hosts are compared whole, with the port where one is named', () => {
  const among = (hosts: string[], url: string) =>
    isAllowedHost(
      hosts.map((host) => readHost(host)!),
      new URL(url),
    )
  assert.ok(among(['CRM.example.com'], 'https://crm.example.com/x'))
  assert.ok(among(['crm.example.com'], 'https://crm.example.com:8443/'))
  assert.ok(among(['crm.example.com:443'], 'https://crm.example.com/'))
  assert.ok(among(['[::1]:80'], 'http://[::1]/'))
  assert.ok(among(['::1'], 'http://[::1]:9/'))
  assert.ok(!among(['crm.example.com:443'], 'http://crm.example.com/'))
  for (const url of [
    'https://crm.example.com.evil.example/',
    'https://evilcrm.example.com/',
    'https://example.com/',
  ])
    assert.ok(!among(['crm.example.com'], url), url)
  for (const text of [
    '',
    'https://a.b',
    'a.b/c',
    'user@a.b',
    '*.a.b',
    'a b',
    'a?b',
    '.',
    '..',
    '.:80',
    'a..',
  ])
    assert.equal(readHost(text), null, text)
})
