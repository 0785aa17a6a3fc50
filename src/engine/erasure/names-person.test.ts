import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { namesPerson } from './names-person.ts'

describe('namesPerson', () => {
  const names = namesPerson(['ada@example.org', 'user-42', 'José'])

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
})
