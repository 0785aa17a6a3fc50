import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseExact } from '../json/parse-exact.ts'
import {
  compileRules,
  type DetectorName,
  detectorNames,
  freeProfile,
  locationsOf,
  type MaskingAction,
  type MaskingRule,
  type MaskingTarget,
  maskJson,
  maskText,
  type Profile,
  requestProfile,
} from './index.ts'

const rule = (name: string, target: MaskingTarget, action: MaskingAction = 'mask'): MaskingRule => ({
  id: name,
  name,
  isOn: true,
  action,
  target,
})
const builtIn = detectorNames.map((detector) => rule(detector, { kind: 'detector', detector }))
const run = { pseudonym: (label: string, value: string) => `${label.length}${value}`, onMatch: () => {} }

function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

function masked(text: string, rules: readonly MaskingRule[] = builtIn, profile: Profile = freeProfile) {
  const { texts, paths } = compileRules(rules)
  const locations = paths.length > 0 ? locationsOf(parseExact(text) as never, paths) : undefined
  return finish(maskJson(text, { texts, run }, profile, locations))
}

const texts: readonly (readonly [DetectorName | null, string])[] = [
  ['email', 'anna.meier+a@mail.example.co.uk'],
  ['email', '李@例子.中国'],
  ['phone', '+49 171 1234567'],
  ['phone', '(415) 555-2671'],
  ['phone', '06 12 34 56 78'],
  ['card', '4111 1111 1111 1111'],
  ['card', '378282246310005'],
  [null, '4111 1111 1111 1112'],
  ['iban', 'DE89 3704 0044 0532 0130 00'],
  ['iban', 'GB82WEST12345698765432'],
  [null, 'DE89 3704 0044 0532 0130 01'],
  ['national_id', '219-09-9999'],
  ['national_id', '12345678Z'],
  [null, '12345678A'],
  ['national_id', 'RSSMRA85T10A562S'],
  ['national_id', '111.444.777-35'],
  ['national_id', '44051401359'],
  ['key', 'sk-ant-api03-abcdefghijklmnopqrstuvwx'],
  ['key', 'AKIAIOSFODNN7EXAMPLE'],
  ['key', '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----'],
  ['key', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP'],
  ['ip', '192.168.10.1'],
  ['ip', '2001:db8::8a2e:370:7334'],
  [null, 'at 10:20:30 in version 1.2.3.4 of 2024-05-05'],
  [null, '550e8400-e29b-41d4-a716-446655440000'],
]

test('each detector finds its own values and leaves those with a wrong check digit', () => {
  for (const [name, value] of texts) {
    const label = name === null ? value : `[${name.toUpperCase()}]`
    assert.equal(masked(JSON.stringify(`a ${value} b`)), JSON.stringify(`a ${label} b`))
  }
})

test('texts without a match stay byte for byte, numbers and spaces too', () => {
  const body = '{ "n":12345678901234567890.10 ,"e":1E+2,\n"t":"mail a@b.org", "u":"\\u00e9" }'
  assert.equal(masked(body), body.replace('a@b.org', '[EMAIL]'))
})

test('keys are masked, and two keys with the same label stay separate', () => {
  assert.equal(masked('{"a@b.org":1,"c@b.org":2}'), '{"[EMAIL]":1,"[EMAIL] 2":2}')
})

test('JSON in a text stays JSON, with its numbers', () => {
  const inner = '{"to":"a@b.org","n":1.10,"card":4111111111111111}'
  const result = JSON.parse(masked(JSON.stringify({ arguments: inner }))!) as { arguments: string }
  assert.equal(result.arguments, '{"to":"[EMAIL]","n":1.10,"card":"[CARD]"}')
})

test('paths drop, mask and pseudonymize values of any type', () => {
  const body = '{"metadata":{"name":"Anna","age":7,"x":{"y":[1]}},"list":[1,2,3]}'
  const at = (path: string, action?: MaskingAction) => rule('P', { kind: 'path', path }, action)
  assert.equal(
    masked(body, [at('$.metadata.name', 'drop'), at('$.metadata.x'), at('$.list[1]', 'drop')]),
    '{"metadata":{"age":7,"x":"[P]"},"list":[1,3]}',
  )
  assert.equal(
    masked(body, [at('$..age', 'pseudonym'), at('$.list', 'drop')]),
    '{"metadata":{"name":"Anna","age":"[P:17]","x":{"y":[1]}}}',
  )
})

test('patterns of the workspace keep the names of the format, and overlapping matches are masked once', () => {
  const own = rule('Word', { kind: 'pattern', pattern: '[a-z]+' })
  const body = '{"model":"gpt","input":{"role":"user","content":"hello a@b.org"}}'
  assert.equal(
    masked(body, [...builtIn, own], requestProfile),
    '{"model":"gpt","input":{"role":"user","content":"[WORD] [EMAIL]"}}',
  )
})

test('base64 of other bytes than text stays unmasked, the text around it is masked', () => {
  const base64 = Buffer.from(`\0${'a@b.org 4111111111111111'.repeat(400)}`).toString('base64')
  const body = { a: base64, b: `see data:image/png;base64,${base64} of a@b.org` }
  assert.deepEqual(JSON.parse(masked(JSON.stringify(body))!), {
    a: base64,
    b: `see data:image/png;base64,${base64} of [EMAIL]`,
  })
})

test('hostile patterns are refused, or pause after a bounded number of steps', () => {
  for (const pattern of ['(', '(?=a)b', '(a)\\1', 'a*', '(a{900}){9}', 'x'.repeat(1_001)])
    assert.throws(() => compileRules([rule('x', { kind: 'pattern', pattern })]), { name: 'PatternError' })
  const { texts: rules } = compileRules([rule('x', { kind: 'pattern', pattern: '(a.*b)|a' })])
  const work = maskText('a'.repeat(20_000), rules, run)
  let pauses = 0
  while (pauses < 10 && !work.next().done) pauses++
  assert.equal(pauses, 10)
})

const secrets = texts.flatMap(([name, value]) => (name === null ? [] : [value]))

test('every planted value is masked in any JSON, and a second masking changes nothing', () => {
  const words = fc.stringMatching(/^[a-zé ,.!?]{0,40}$/)
  const planted = fc
    .tuple(words, fc.constantFrom(...secrets), words)
    .map(([a, secret, b]) => `${a} ${secret} ${b}`)
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      planted,
      fc.integer({ max: 1e9 }),
      tie('list'),
      tie('object'),
      tie('text'),
    ),
    list: fc.array(tie('tree'), { maxLength: 4 }),
    object: fc.dictionary(fc.oneof(fc.constantFrom('a', '__proto__', ''), planted), tie('tree'), {
      maxKeys: 4,
    }),
    text: fc.oneof(tie('list'), tie('object')).map((value) => JSON.stringify(value)),
  }))
  fc.assert(
    fc.property(tree, (value) => {
      const text = JSON.stringify(value)
      const result = masked(text)!
      JSON.parse(result)
      for (const secret of secrets) assert.ok(!result.includes(JSON.stringify(secret).slice(1, -1)))
      assert.equal(masked(result), result)
    }),
    { numRuns: 300 },
  )
})

test('a value that crosses the edge of a window is found in texts of any length', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 140_000 }), (length) => {
      const text = `${'word '.repeat(length / 5)} anna@example.org ${'word '.repeat(20_000)}`
      assert.ok(!masked(JSON.stringify(text))!.includes('anna@'))
    }),
    { numRuns: 60 },
  )
})

test('masking any JSON by rules that match nothing returns the same text', () => {
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false }), (text) => {
      assert.equal(masked(text, [rule('x', { kind: 'pattern', pattern: 'ZZZZZZZ' })]), text)
    }),
  )
})

test('text in base64 is masked: in bytes of any length, data URLs, and base64 in base64', () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  for (const around of ['', 'é 漢字 😀 ', 'long '.repeat(40_000)]) {
    const [plain, expected] = [`${around}Write to ada@b.org, please.`, `${around}Write to [EMAIL], please.`]
    const url = (text: string) => `see data:text/plain;base64,${encoded(text)} of x`
    const body = { a: encoded(plain), b: url(plain), c: encoded(encoded(plain)) }
    assert.deepEqual(JSON.parse(masked(JSON.stringify(body))!), {
      a: encoded(expected),
      b: url(expected),
      c: encoded(encoded(expected)),
    })
  }
  const harmless = { a: encoded('no address in here, really'), b: '0123456789abcdef0123456789abcdef' }
  assert.equal(masked(JSON.stringify(harmless)), JSON.stringify(harmless))
})

test('base64 within a text is masked: cursors, tokens, segments of URLs, lines of mail', () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const inUrl = (text: string) => Buffer.from(text).toString('base64url')
  const long = (address: string) => `${'words '.repeat(11)}${address}${' words'.repeat(60)}`
  const header = inUrl('{"alg":"HS256"}')
  // The detector of keys would mask the whole token.
  const mails = [rule('mail', { kind: 'detector', detector: 'email' })]
  const texts = (address: string) => [
    `The tool said: {"cursor": "${encoded(`{"mail": "${address}"}`)}"}`,
    `Bearer ${header}.${inUrl(`{"sub":"1","email":"${address}"}`)}.c2lnbmF0dXJl`,
    `see https://x.test/next/${inUrl(`{"to":"${address}?>?>"}`)}?page=2`,
    inUrl(`to ${address} ???>>>`),
    `first ${encoded(`{"a":"${address}"}`)}, then ${encoded(`{"b":"${address}"}`)}\nend`,
  ]
  for (const [index, text] of texts('ada.lovelace@b.org').entries()) {
    assert.equal(JSON.parse(masked(JSON.stringify(text), mails)!), texts('[EMAIL]')[index])
  }
  for (const lineEnd of [/.{76}/g, /.{64}/g]) {
    const lines = encoded(long('ada.lovelace@b.org')).replaceAll(lineEnd, '$&\r\n')
    const result = JSON.parse(masked(JSON.stringify(`Body:\n${lines}\n-- end`))!) as string
    const [, base64] = /^Body:\n(.*)\n-- end$/.exec(result)!
    assert.equal(Buffer.from(base64!, 'base64').toString(), long('[EMAIL]'))
  }
  const harmless = `id ${'0123456789abcdef'.repeat(2)} path /api/public/v2/requests/search key ${encoded('\0\x01a@b.org a@b.org')}`
  assert.equal(masked(JSON.stringify(harmless)), JSON.stringify(harmless))
  const pictures = `${encoded(`\xff\xd8${'\0a@b.org'.repeat(20_000)}`)} and ${'a/'.repeat(100_000)}`
  assert.equal(masked(JSON.stringify(pictures)), JSON.stringify(pictures))
})

test('an address is masked in JSON and HTML that quote its sign', () => {
  for (const sign of ['\\u0040', '&#64;', '&#x40;'])
    assert.equal(masked(JSON.stringify(`to "ada.l${sign}b.org".`)), JSON.stringify('to "[EMAIL]".'))
})

test('an address in percent encoding is masked alone, with the pseudonym of its plain spelling', () => {
  const pseudonyms: string[] = []
  const { texts: rules } = compileRules([rule('mail', { kind: 'detector', detector: 'email' }, 'pseudonym')])
  const recording = { ...run, pseudonym: (_label: string, value: string) => `${pseudonyms.push(value)}` }
  const text = finish(maskText('https://x.test/users?to=Ada%2Bnews%40b.org&n=1', rules, recording))
  assert.equal(text, 'https://x.test/users?to=[EMAIL:1]&n=1')
  assert.equal(finish(maskText('from ada+news@b.org', rules, recording)), 'from [EMAIL:2]')
  assert.deepEqual(pseudonyms, ['ada+news@b.org', 'ada+news@b.org'])
  assert.equal(masked('{"a":"100%40 of it"}'), '{"a":"100%40 of it"}')
})

test('an address has one pseudonym, also after a key or a path', () => {
  const { texts: rules } = compileRules([rule('mail', { kind: 'detector', detector: 'email' }, 'pseudonym')])
  const texts = [
    'ada@b.org',
    'contact=Ada@b.org',
    'GET /users/ada@b.org',
    'q?a|ada@b.org',
    'to%3Dada%40b.org',
  ]
  for (const text of texts) assert.match(finish(maskText(text, rules, run)), /\[EMAIL:5ada@b\.org\]$/, text)
})
