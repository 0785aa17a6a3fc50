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
      'ada&#64;example.org',
      'Ada&#x40;example&#x2e;org',
      '<ada@example.org>',
    ])
      assert.ok(names(text), text)
  })

  it('finds no identifier inside a longer one', () => {
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

  it('finds identifiers across the cuts of a long text, without false matches', () => {
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
      for (const shift of Array.from({ length: 48 }, (_none, index) => index - 36)) {
        const before = fill.repeat(Math.ceil((64 * 1024 + shift) / fill.length))
        const after = fill.repeat(20_000)
        for (const word of wholeWords) assert.ok(names(`${before} ${word} ${after}`), `${word} ${shift}`)
        for (const word of longerWords) assert.ok(!names(`${before} ${word} ${after}`), `${word} ${shift}`)
      }
  })

  const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64')

  it('finds identifiers in base64: in JSON, data URLs, tokens, lines of mail and nested base64', () => {
    const json = JSON.stringify({ note: 'x'.repeat(30), mail: 'Ada@Example.org', more: 'y' })
    const lines = (text: string) => base64(text).replaceAll(/.{76}/g, '$&\r\n')
    const long = `${'word '.repeat(40)}ada@example.org${' word'.repeat(40)}`
    const token = [{ alg: 'none' }, { sub: 'user-42', iat: 1 }].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    for (const text of [
      base64(json),
      `{"body":"${base64(json)}"}`,
      `data:application/json;base64,${base64(json)}`,
      `data:application/json;base64,${encodeURIComponent(base64(json))}`,
      `"data:text/plain;charset=utf-8;base64,${base64(`${long} José`)}"`,
      `Bearer ${token.join('.')}.c2lnbmF0dXJl`,
      `https://example.com/next/page/${Buffer.from(json).toString('base64url')}?size=2`,
      lines(long),
      JSON.stringify({ mail: lines(long) }),
      JSON.stringify({ body: base64(JSON.stringify({ inner: `data:a/b;base64,${base64(json)}` })) }),
      base64(
        Buffer.concat([
          Buffer.from([0xff, 0xd8, 0, 1, 2]),
          Buffer.from('\0author ada@example.org\0'),
          Buffer.from([0xff]),
        ]),
      ),
    ])
      assert.ok(names(text), text)
  })

  it('finds no identifier in base64 of other texts and of random bytes', () => {
    const noise = Buffer.from(Array.from({ length: 3_000 }, (_none, index) => (index * 7919) % 256))
    for (const text of [
      base64('{"mail":"bada@example.org","and":"x.ada@example.org"}'),
      base64(Buffer.concat([noise, Buffer.from('\xffuser-42\xff', 'latin1'), noise])),
      base64('nothing of anybody'),
    ])
      assert.ok(!names(text), text)
  })

  it('finds identifiers in base64 across the cuts of a long text', () => {
    for (const shift of Array.from({ length: 40 }, (_none, index) => index * 11 - 220)) {
      const before = 'word '.repeat(9_000).slice(0, Math.floor((64 * 1024 * 3) / 4) + shift)
      const text = (word: string) => base64(`${before} ${word} ${'word '.repeat(9_000)}`)
      assert.ok(names(text('ada@example.org')), String(shift))
      assert.ok(!names(text('x.ada@example.org')), String(shift))
    }
  })
})
