import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { checkCount, checkPlacement, FolderTree, foldersAt } from './index.ts'

const node = (id: number, parent_id: number | null, name: string) => ({ id, parent_id, name })

describe('a tree of folders', () => {
  const tree = new FolderTree([node(3, 2, 'c'), node(1, null, 'a'), node(2, 1, 'b'), node(4, null, 'd')])

  it('lists folders above and below', () => {
    const ids = (folders: readonly { id: number }[]) => folders.map(({ id }) => id)
    assert.deepEqual(ids(tree.pathTo(3)), [1, 2, 3])
    assert.deepEqual(ids(tree.pathTo(null)), [])
    assert.deepEqual(ids(tree.pathTo(99)), [])
    assert.deepEqual(ids(tree.below(1)), [2, 3])
    assert.deepEqual(ids(tree.below(null)).sort(), [1, 2, 3, 4])
    assert.deepEqual([tree.height(1), tree.height(4), tree.height(null)], [3, 1, 3])
  })

  it('refuses to move a folder into itself or below itself', () => {
    for (const target of [1, 2, 3])
      assert.throws(() => checkPlacement(tree, target, [{ id: 1, name: 'a' }]), { code: 'bad_request' })
    checkPlacement(tree, 4, [{ id: 1, name: 'a' }])
    checkPlacement(tree, null, [{ id: 3, name: 'c' }])
  })

  it('refuses a duplicate name among siblings', () => {
    assert.throws(() => checkPlacement(tree, null, [{ id: null, name: 'a' }]), { code: 'name_taken' })
    const twins = [
      { id: 4, name: 'x' },
      { id: 9, name: 'x' },
    ]
    assert.throws(() => checkPlacement(tree, 2, twins), { code: 'name_taken' })
    checkPlacement(tree, null, [{ id: 1, name: 'a' }])
    checkPlacement(tree, null, [{ id: null, name: 'A' }])
  })

  it('is at most 32 levels deep', () => {
    const deep = new FolderTree([
      ...Array.from({ length: 31 }, (_, index) => node(index + 1, index || null, 'x')),
      node(100, null, 'short'),
      node(101, null, 'tall'),
      node(102, 101, 'below'),
    ])
    checkPlacement(deep, 31, [{ id: null, name: 'y' }])
    checkPlacement(deep, 31, [{ id: 100, name: 'short' }])
    assert.throws(() => checkPlacement(deep, 31, [{ id: 101, name: 'tall' }]), { code: 'bad_request' })
  })

  it('grows to 10,000 folders', () => {
    const treeOf = (size: number) =>
      new FolderTree(Array.from({ length: size }, (_, id) => node(id, null, `${id}`)))
    checkCount(treeOf(9_999))
    assert.throws(() => checkCount(treeOf(10_000)), { code: 'bad_request' })
  })
})

describe('a path', () => {
  const tree = new FolderTree([
    node(1, null, 'a'),
    node(2, 1, 'b'),
    node(3, null, 'a.b'),
    node(4, 3, 'c'),
    node(5, 2, 'c'),
    node(6, null, 'v1.2'),
    node(7, 6, 'x/y'),
    node(8, null, 'p/q'),
    node(9, 2, 'only'),
  ])
  const at = (path: string) => foldersAt(tree, path).map(({ id }) => id)

  it('is names joined by dots or slashes', () => {
    assert.deepEqual(at('a'), [1])
    assert.deepEqual(at('a.b.only'), [9])
    assert.deepEqual(at('a/b'), [2])
    assert.deepEqual(at('/a/b/'), [2])
    assert.deepEqual(at('a/b.only'), [9])
  })

  it('matches every split into folders, longest names first', () => {
    assert.deepEqual(at('a.b'), [3, 2])
    assert.deepEqual(at('a.b.c'), [4, 5])
  })

  it('of every folder matches that folder, for any names', () => {
    const names = fc.string({ unit: fc.constantFrom('a', '.', '/'), minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(
        fc.uniqueArray(names, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('.', '/'),
        (chain, by) => {
          const one = new FolderTree(chain.map((name, index) => node(index + 1, index || null, name)))
          const folderIds = foldersAt(one, chain.join(by)).map(({ id }) => id)
          assert.ok(
            folderIds.includes(chain.length) || (chain.join(by).includes('/') && folderIds.length > 0),
          )
        },
      ),
    )
  })
})
