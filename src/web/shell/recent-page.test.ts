import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOfPage, withPage } from './recent-page.ts'

test('only pages of one entity are remembered', () => {
  assert.equal(kindOfPage('/prompts/4'), 'Prompt')
  assert.equal(kindOfPage('/tables/01a2'), 'Table')
  for (const path of [
    '/prompts',
    '/prompts/new',
    '/prompts/releases',
    '/workflows/new',
    '/requests',
    '/tables/a/b',
  ])
    assert.equal(kindOfPage(path), null, path)
})

test('a page that is opened again moves to the front, under its new name', () => {
  const pages = ['a', 'b'].map((label) => ({ href: `/prompts/${label}`, label }))
  const again = withPage(pages, { href: '/prompts/b', label: 'renamed' })
  assert.deepEqual(again, [{ href: '/prompts/b', label: 'renamed' }, pages[0]])
  const many = Array.from({ length: 9 }, (_, id) => ({ href: `/prompts/${id}`, label: '' }))
  assert.equal(many.reduce(withPage, [] as readonly (typeof pages)[number][]).length, 6)
})
