import assert from 'node:assert/strict'
import { cpuUsage } from 'node:process'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { PromptTemplate } from '../blueprint/index.ts'
import { expandSnippets } from './expand.ts'
import { snippetMarkers, splitAtMarkers } from './marker.ts'

const cases: readonly (readonly [
  body: string,
  name: string,
  version: number | null,
  label: string | null,
])[] = [
  ['greeting', 'greeting', null, null],
  ['team/tone of voice.v2', 'team/tone of voice.v2', null, null],
  ['mail@example.org', 'mail@example.org', null, null],
  ['приветствие ✨', 'приветствие ✨', null, null],
  ['greeting@version_number:12', 'greeting', 12, null],
  ['greeting@label:prod', 'greeting', null, 'prod'],
  ['a@label:x@version_number:3', 'a@label:x', 3, null],
  ['a@version_number:3@label:x', 'a@version_number:3', null, 'x'],
  ['a@version_number:0', 'a@version_number:0', null, null],
  ['a@version_number:x', 'a@version_number:x', null, null],
  ['a@version_number:9999999999', 'a@version_number:9999999999', null, null],
  ['a@label:', 'a@label:', null, null],
  ['@label:prod', '@label:prod', null, null],
  ['__proto__', '__proto__', null, null],
]

describe('snippet markers', () => {
  for (const [body, name, version, label] of cases) {
    it(`reads ${body}`, () => {
      const raw = `@@@${body}@@@`
      assert.deepEqual(splitAtMarkers(`x${raw}y`), ['x', { name, version, label, raw }, 'y'])
    })
  }

  it('finds no marker in stray at-signs, across lines or without a name', () => {
    for (const text of ['', '@@@', '@@@@@@', '@@@a', '@@@a\nb@@@', '@@a@@', 'a@@b@@@c']) {
      assert.deepEqual(splitAtMarkers(text), text === '' ? [] : [text])
    }
  })

  it('gives a shared run of at-signs to the first marker', () => {
    assert.deepEqual(
      splitAtMarkers('@@@a@@@b@@@').map((part) => (typeof part === 'string' ? part : part.name)),
      ['a', 'b@@@'],
    )
  })

  it('keeps all text', () => {
    const text = fc
      .array(fc.constantFrom('@', '@@@', 'a', '\n', '@label:', '@version_number:', '1'))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (whole) => {
        const parts = splitAtMarkers(whole).map((part) => (typeof part === 'string' ? part : part.raw))
        assert.equal(parts.join(''), whole)
      }),
    )
  })

  it('takes linear time for a long run of at-signs', () => {
    const started = cpuUsage()
    splitAtMarkers('@@@a'.repeat(200_000))
    splitAtMarkers('@'.repeat(800_000))
    assert.ok(cpuUsage(started).user < 2_000_000)
  })

  it('refuses a template with too many markers', () => {
    const templateOf = (count: number) =>
      PromptTemplate.parse({ type: 'completion', content: [{ type: 'text', text: '@@@a'.repeat(count) }] })
    assert.deepEqual(
      snippetMarkers(templateOf(20_000)).map(({ name }) => name),
      ['a'],
    )
    for (const work of [
      snippetMarkers,
      (template: PromptTemplate) => expandSnippets(template, () => undefined),
    ])
      assert.throws(() => work(templateOf(20_001)), {
        code: 'too_large',
        message: /at most 20000 snippet marks/,
      })
  })

  it('lists the markers of a template once, in order, also those in tool results', () => {
    const content = (text: string) => [{ type: 'text', text }]
    const template = PromptTemplate.parse({
      type: 'chat',
      messages: [
        { role: 'system', content: content('@@@b@@@ @@@a@@@') },
        { role: 'assistant', content: null, tool_calls: [] },
        { role: 'tool', tool_call_id: '1', content: content('@@@a@@@ @@@c@label:x@@@') },
        { role: 'user', content: [{ type: 'thinking', thinking: '@@@d@@@' }] },
      ],
    })
    assert.deepEqual(
      snippetMarkers(template).map(({ name }) => name),
      ['b', 'a', 'c'],
    )
  })
})
