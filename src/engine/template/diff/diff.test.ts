import assert from 'node:assert/strict'
import { cpuUsage } from 'node:process'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sameJson } from '../../json/canonical.ts'
import { isFields, ownField } from '../../json/fields.ts'
import { Refusal } from '../../refusal.ts'
import { Metadata, PromptTemplate } from '../blueprint/index.ts'
import { type Change, type Path, type Version, withKey } from './change.ts'
import { diffVersions } from './index.ts'
import { anyVersion, chatVersion, user } from './versions.cases.ts'

const brief = (a: Version, b: Version) =>
  diffVersions(a, b).map(({ kind, path }) => `${kind} ${path.join('.')}`)

describe('diffVersions', () => {
  const base = chatVersion([user('a'), user('b'), user('c')])

  it('has no changes between equal versions', () => {
    assert.deepEqual(diffVersions(base, structuredClone(base)), [])
  })

  it('shows an inserted message as one addition, a deleted one as one removal', () => {
    const longer = chatVersion([user('x'), user('a'), user('b'), user('c')])
    assert.deepEqual(brief(base, longer), ['added template.messages.0'])
    assert.deepEqual(brief(longer, base), ['removed template.messages.0'])
  })

  it('compares inside a changed message', () => {
    const edited = chatVersion([user('a'), user('B'), user('c')])
    const path = ['template', 'messages', 1, 'content', 0, 'text']
    assert.deepEqual(diffVersions(base, edited), [{ path, kind: 'changed', before: 'b', after: 'B' }])
  })

  it('has indexes as JSON Patch, and pairs only messages of one role', () => {
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

  it('lists changes that transform any version into any other version', () => {
    fc.assert(
      fc.property(anyVersion, anyVersion, (a, b) => {
        const before = structuredClone(a)
        const changes = JSON.parse(JSON.stringify(diffVersions(a, b)))
        assert.deepEqual(applyChanges(a, changes), b)
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

  it('is fast for long lists with little in common', () => {
    const long = (prefix: string) =>
      chatVersion(Array.from({ length: 3000 }, (_, i) => user(`${prefix}${i}`)))
    const [a, b] = [long('a'), long('b')]
    const started = cpuUsage()
    assert.deepEqual(applyChanges(a, diffVersions(a, b).slice(0, 1)).metadata, null)
    assert.ok(cpuUsage(started).user < 5_000_000)
  })
})

/** Applies the changes in order and checks that each fits. */
const applyChanges = (version: Version, changes: readonly Change[]): Version =>
  changes.reduce<unknown>((value, change) => appliedAt(value, change.path, change), version) as Version

function appliedAt(value: unknown, [step, ...rest]: Path, change: Change): unknown {
  if (step === undefined) {
    assert.ok(change.kind !== 'added' && sameJson(value, change.before))
    return change.after
  }
  const isAdding = change.kind === 'added' && rest.length === 0
  const isRemoving = change.kind === 'removed' && rest.length === 0
  if (Array.isArray(value) && typeof step === 'number') {
    assert.ok(step >= 0 && step < value.length + Number(isAdding))
    if (isAdding) return value.toSpliced(step, 0, change.after)
    const item = appliedAt(value[step], rest, change)
    return isRemoving ? value.toSpliced(step, 1) : value.with(step, item)
  }
  assert.ok(isFields(value))
  const [key, item] = [String(step), ownField(value, String(step))]
  if (!isAdding) return withKey(value, key, isRemoving ? undefined : appliedAt(item, rest, change))
  assert.equal(item, undefined)
  return withKey(value, key, change.after)
}
