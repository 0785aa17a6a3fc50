import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { namesPerson } from './names-person.ts'

describe('namesPerson', () => {
  const pieces = namesPerson(['ada@example.org', 'user-42', 'José'])
  const names = (text: string) => [...pieces(text)].includes(true)

  it('finds identifiers in any case and spelling', () => {
    for (const text of [
      'Write to Ada@Example.org.',
      '{"mail":"ada@example.org"}',
      '{"body":"{\\"mail\\":\\"ada@example.org\\"}"}',
      'Hello\\nada@example.org\\n',
      'https://example.org/?mail=ada%40example.org&x=1',
      '["user-42"]',
      'user-42/orders',
      '{"name":"jos\\u00e9"}',
      '{"name":"{\\"first\\":\\"Jos\\\\u00E9\\"}"}',
      'Jose\u0301',
      '<ada@example.org>',
    ])
      assert.ok(names(text), text)
  })

  it('does not find them inside other identifiers', () => {
    for (const text of [
      'bada@example.org',
      'x.ada@example.org',
      'ada@example.org.uk',
      'ada@example.organic',
      'user-421',
      'superuser-42',
      'user_user-42_x',
      'Josés',
      'example.org',
      '',
    ])
      assert.ok(!names(text), text)
  })

  it('finds them across the cuts of a long text, and nothing more', () => {
    const wholeWords = [
      'ada@example.org',
      '\\u0061da%40example.org',
      'jos%C3%A9',
      '\\\\u004aos\\\\u00e9',
      'user-42',
    ]
    const longerWords = [
      '%C3%A9ada@example.org',
      'user-42\\u00e9',
      'user-42%C3%A9',
      'x.ada@example.org',
      'jos%C3%A9e',
    ]
    for (const fill of ['x', '%C3%A9'])
      for (const shift of Array.from({ length: 48 }, (_none, at) => at - 36)) {
        const before = fill.repeat(Math.ceil((64 * 1024 + shift) / fill.length))
        const after = fill.repeat(20_000)
        for (const word of wholeWords) assert.ok(names(`${before} ${word} ${after}`), `${word} ${shift}`)
        for (const word of longerWords) assert.ok(!names(`${before} ${word} ${after}`), `${word} ${shift}`)
      }
  })
})
