import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Metadata, PromptTemplate } from '../blueprint/index.ts'
import { mergeVersions, type Version } from './index.ts'
import { anyVersion, chatVersion, user } from './versions.cases.ts'

const textsOf = ({ template }: Version) =>
  template.type === 'chat' ? template.messages.map((message) => message.content?.[0]?.['text']) : []

const merge = (base: readonly string[], theirs: readonly string[], yours: readonly string[]) => {
  const version = (texts: readonly string[]) => chatVersion(texts.map(user))
  const { merged, conflicts } = mergeVersions(version(base), version(theirs), version(yours))
  return { texts: textsOf(merged).join(''), conflictPaths: conflicts.map(({ path }) => path.join('.')) }
}

describe('mergeVersions by message', () => {
  it('takes the changes of each side', () => {
    assert.deepEqual(merge(['a', 'b'], ['A', 'b'], ['a', 'B']), { texts: 'AB', conflictPaths: [] })
    assert.deepEqual(merge(['a', 'b'], ['x', 'a', 'b'], ['a', 'b', 'y']), {
      texts: 'xaby',
      conflictPaths: [],
    })
    assert.deepEqual(merge(['a', 'b', 'c'], ['b', 'c'], ['a', 'b', 'C']), { texts: 'bC', conflictPaths: [] })
    assert.deepEqual(merge(['a', 'b'], ['A', 'b'], ['A', 'b', 'c']), { texts: 'Abc', conflictPaths: [] })
  })

  it('reports conflicts and keeps yours', () => {
    assert.deepEqual(merge(['a', 'b'], ['x', 'b'], ['y', 'b']), {
      texts: 'yb',
      conflictPaths: ['template.messages.0'],
    })
    assert.deepEqual(merge(['a'], ['a', 'x'], ['a', 'y']), {
      texts: 'ay',
      conflictPaths: ['template.messages.1'],
    })
    assert.deepEqual(merge(['a', 'b'], ['b'], ['A', 'b']), {
      texts: 'Ab',
      conflictPaths: ['template.messages.0'],
    })
  })

  it('takes theirs at the chosen paths, also for insertions', () => {
    const versions = (['ab', 'xbt', 'yby'] as const).map((texts) => chatVersion([...texts].map(user)))
    const [base, theirs, yours] = versions as [Version, Version, Version]
    const all = mergeVersions(base, theirs, yours, () => true)
    assert.deepEqual(textsOf(all.merged), ['x', 'b', 't'])
    const first = mergeVersions(base, theirs, yours, (path) => path.at(-1) === 0)
    assert.deepEqual(textsOf(first.merged), ['x', 'b', 'y'])
    assert.equal(first.conflicts.length, 2)
  })

  it('shows all three sides, null for a removed message', () => {
    const [base, theirs, yours] = [chatVersion([user('a')]), chatVersion([]), chatVersion([user('b')])]
    const { conflicts } = mergeVersions(base, theirs, yours)
    const only = ({ template }: Version) => (template.type === 'chat' ? template.messages[0] : null)
    assert.deepEqual(conflicts, [
      { path: ['template', 'messages', 0], base: only(base), theirs: null, yours: only(yours) },
    ])
  })

  it('merges input variables as sets', () => {
    const named = (...input_variables: string[]) => chatVersion([], { input_variables })
    const { merged, conflicts } = mergeVersions(named('a', 'b'), named('b', 'c'), named('d', 'a', 'b'))
    assert.deepEqual([merged.template.input_variables, conflicts], [['d', 'b', 'c'], []])
  })
})

describe('mergeVersions by key', () => {
  const version = (parameters: object, rest: object = {}): Version => ({
    template: PromptTemplate.parse({ type: 'chat', messages: [] }),
    metadata: Metadata.parse({ model: { provider: 'p', name: 'n', parameters }, ...rest }),
  })

  it('merges parameters one by one', () => {
    const { merged, conflicts } = mergeVersions(
      version({ t: 1, s: 1, gone: 1, n: null }),
      version({ t: 2, s: 1, gone: 1, n: null, x: 1 }),
      version({ t: 1, s: 3, n: null, x: 2 }, { team: 'y' }),
    )
    assert.deepEqual(merged, version({ t: 2, s: 3, n: null, x: 2 }, { team: 'y' }))
    assert.deepEqual(conflicts, [
      { path: ['metadata', 'model', 'parameters', 'x'], base: null, theirs: 1, yours: 2 },
    ])
  })

  it('takes a template of another type as a whole', () => {
    const base = version({})
    const completion = { ...base, template: PromptTemplate.parse({ type: 'completion', content: [] }) }
    assert.deepEqual(mergeVersions(base, completion, version({ t: 1 })), {
      merged: { ...version({ t: 1 }), template: completion.template },
      conflicts: [],
    })
  })
})

describe('mergeVersions always', () => {
  it('takes one side if the other is unchanged or equal', () => {
    fc.assert(
      fc.property(anyVersion, anyVersion, (base, other) => {
        const expected = { merged: other, conflicts: [] }
        assert.deepEqual(mergeVersions(base, other, base), expected)
        assert.deepEqual(mergeVersions(base, base, other), expected)
        assert.deepEqual(mergeVersions(base, other, other), expected)
      }),
      { numRuns: 300 },
    )
  })

  it('has the same conflicts for either side as yours, and changes no version', () => {
    fc.assert(
      fc.property(anyVersion, anyVersion, anyVersion, (base, left, right) => {
        const before = structuredClone([base, left, right])
        const forth = mergeVersions(base, left, right).conflicts.map(({ path }) => path.join('.'))
        const back = mergeVersions(base, right, left).conflicts.map(({ path }) => path.join('.'))
        assert.deepEqual(forth.toSorted(), back.toSorted())
        assert.deepEqual([base, left, right], before)
      }),
    )
  })
})
