import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '../../refusal.ts'
import { Metadata, PromptTemplate } from '../blueprint/index.ts'
import { applyDiff, diffVersions, type Version } from './index.ts'
import { anyVersion, chatVersion, user } from './versions.cases.ts'

const brief = (a: Version, b: Version) =>
  diffVersions(a, b).map(({ kind, path }) => `${kind} ${path.join('.')}`)

describe('diffVersions', () => {
  const base = chatVersion([user('a'), user('b'), user('c')])

  it('finds nothing between equals', () => {
    assert.deepEqual(diffVersions(base, structuredClone(base)), [])
  })

  it('shows an inserted message as one addition, a deleted one as one removal', () => {
    const longer = chatVersion([user('x'), user('a'), user('b'), user('c')])
    assert.deepEqual(brief(base, longer), ['added template.messages.0'])
    assert.deepEqual(brief(longer, base), ['removed template.messages.0'])
  })

  it('goes into a changed message', () => {
    const edited = chatVersion([user('a'), user('B'), user('c')])
    const path = ['template', 'messages', 1, 'content', 0, 'text']
    assert.deepEqual(diffVersions(base, edited), [{ path, kind: 'changed', before: 'b', after: 'B' }])
  })

  it('counts as JSON Patch does, and pairs only messages of one role', () => {
    const system = { role: 'system', content: [{ type: 'text', text: 's' }] }
    const other = chatVersion([system, user('b'), user('C'), user('d')])
    assert.deepEqual(brief(base, other), [
      'removed template.messages.0',
      'added template.messages.0',
      'changed template.messages.2.content.0.text',
      'added template.messages.3',
    ])
  })

  it('compares metadata key by key, and a template of another type as a whole', () => {
    const model = (parameters: object) => Metadata.parse({ model: { provider: 'p', name: 'n', parameters } })
    const a = { ...base, metadata: model({ t: 1, s: 2 }) }
    const b = { ...base, metadata: model({ t: 3, u: null }) }
    const at = 'metadata.model.parameters'
    assert.deepEqual(brief(a, b), [`changed ${at}.t`, `removed ${at}.s`, `added ${at}.u`])
    const completion = { ...base, template: PromptTemplate.parse({ type: 'completion', content: [] }) }
    assert.deepEqual(brief(base, completion), ['changed template'])
  })

  it('is undone by applyDiff, for any two versions', () => {
    fc.assert(
      fc.property(anyVersion, anyVersion, (a, b) => {
        const before = structuredClone(a)
        const changes = JSON.parse(JSON.stringify(diffVersions(a, b)))
        assert.deepEqual(applyDiff(a, changes), b)
        assert.deepEqual(a, before)
      }),
      { numRuns: 500 },
    )
  })

  it('refuses a template too deep to compare', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    const tools = { ...base, metadata: Metadata.parse({ deep }) }
    assert.throws(
      () => diffVersions(base, tools),
      (error) => error instanceof Refusal && error.code === 'too_large',
    )
  })

  it('stays quick over long lists that share little', () => {
    const long = (prefix: string) =>
      chatVersion(Array.from({ length: 3000 }, (_, i) => user(`${prefix}${i}`)))
    const [a, b] = [long('a'), long('b')]
    const started = performance.now()
    assert.deepEqual(applyDiff(a, diffVersions(a, b).slice(0, 1)).metadata, null)
    assert.ok(performance.now() - started < 5000)
  })
})

describe('applyDiff', () => {
  const base = chatVersion([user('a')])
  const at = ['template', 'messages']
  const misfits = [
    { path: [...at, 1], kind: 'removed', before: user('a'), after: null },
    { path: [...at, 0], kind: 'removed', before: 'other', after: null },
    { path: [...at, 2], kind: 'added', before: null, after: user('b') },
    { path: [...at, -1], kind: 'added', before: null, after: user('b') },
    { path: [...at, 0, 'role'], kind: 'changed', before: 'system', after: 'x' },
    { path: ['template', 'gone'], kind: 'removed', before: null, after: null },
    { path: ['template', 'gone', 'x'], kind: 'added', before: null, after: 1 },
    { path: ['template', 'type'], kind: 'added', before: null, after: 'chat' },
    { path: ['template', 'type', 'x'], kind: 'added', before: null, after: 'chat' },
    { path: ['__proto__', 'x'], kind: 'added', before: null, after: 1 },
    { path: [], kind: 'added', before: null, after: 1 },
  ] as const

  for (const change of misfits) {
    it(`refuses ${change.kind} at ${change.path.join('.') || 'the root'}`, () => {
      assert.throws(
        () => applyDiff(base, [change]),
        (error) => error instanceof Refusal && error.code === 'conflict',
      )
    })
  }

  it('takes __proto__ for a key like any other', () => {
    const applied = applyDiff(base, [
      { path: ['template', '__proto__'], kind: 'added', before: null, after: { x: 1 } },
    ])
    assert.equal(Object.hasOwn(applied.template, '__proto__'), true)
    assert.equal('x' in {}, false)
  })
})
