import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OutboundAllowError, parseOutboundAllow, readAllowEntry } from './outbound-allow.ts'

test('no entry, one and many', () => {
  assert.deepEqual(parseOutboundAllow(''), [])
  assert.deepEqual(parseOutboundAllow('  '), [])
  assert.deepEqual(parseOutboundAllow('ollama'), ['ollama'])
  assert.deepEqual(parseOutboundAllow(' 10.0.0.0/8, ollama:11434 '), ['10.0.0.0/8', 'ollama:11434'])
})

const validEntries: [entry: string, reading: object][] = [
  ['Ollama.Local.', { kind: 'host', host: 'ollama.local', port: null }],
  ['ollama:11434', { kind: 'host', host: 'ollama', port: 11_434 }],
  ['my_service', { kind: 'host', host: 'my_service', port: null }],
  ['bücher.example', { kind: 'host', host: 'xn--bcher-kva.example', port: null }],
  ['127.0.0.1', { kind: 'range', cidr: '127.0.0.1/32', port: null }],
  ['127.0.0.1:80', { kind: 'range', cidr: '127.0.0.1/32', port: 80 }],
  ['::1', { kind: 'range', cidr: '::1/128', port: null }],
  ['[::1]:80', { kind: 'range', cidr: '::1/128', port: 80 }],
  ['fd00::/8', { kind: 'range', cidr: 'fd00::/8', port: null }],
  ['0.0.0.0/0', { kind: 'range', cidr: '0.0.0.0/0', port: null }],
]
for (const [entry, reading] of validEntries)
  test(`${entry} is accepted`, () => assert.deepEqual(readAllowEntry(entry), reading))

const invalidEntries = [
  'a,,b',
  ',',
  'http://ollama',
  '*.example',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/-1',
  '10.0.0/8',
  '10.0.0.0/8/8',
  '10.0.0.0/255.0.0.0',
  'fd00::/129',
  'fe80::1%lo/64',
  'fe80::1%lo',
  'ollama/8',
  'ollama:',
  'ollama:0',
  'ollama:65536',
  'ollama:x',
  'user@ollama',
  'a b',
  '2130706433',
  '127.1',
  '0x7f000001',
  '[::1',
  '[ollama]:1',
  '10.0.0.0/8:80',
  '.',
  '"ollama"',
]
for (const text of invalidEntries)
  test(`${text} is refused`, () => {
    assert.throws(
      () => parseOutboundAllow(text),
      (error) => {
        assert.ok(error instanceof OutboundAllowError)
        return /^GALLEY_OUTBOUND_ALLOW: ".*" cannot be used: .+\.$/.test(error.message)
      },
    )
  })
