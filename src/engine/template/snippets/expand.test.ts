import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '../../refusal.ts'
import { PromptTemplate } from '../blueprint/index.ts'
import { collectSnippets, expandSnippets, type ResolvedSnippet, type SnippetMarker } from './index.ts'

type Contents = string | readonly unknown[]

const image = { type: 'image_url', image_url: { url: 'https://x/y.png' } }
const completion = (content: Contents) =>
  PromptTemplate.parse({
    type: 'completion',
    content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  })

/** Resolves snippets by name as version 1, with the label of the marker. */
const library =
  (snippets: Record<string, Contents>) =>
  (marker: SnippetMarker): ResolvedSnippet | undefined => {
    const content = Object.hasOwn(snippets, marker.name) ? snippets[marker.name] : undefined
    if (content === undefined) return undefined
    const versionNumber = marker.version ?? 1
    return { promptName: marker.name, versionNumber, label: marker.label, template: completion(content) }
  }

const shown = (template: PromptTemplate): unknown[] =>
  template.type === 'completion'
    ? template.content.map((block) => (block.type === 'text' ? block.text : block.type))
    : template.messages.map((message) => (message.content ?? []).map((block) => block['text']))

const expandAll = (content: Contents, snippets: Record<string, Contents>) => {
  const result = expandSnippets(completion(content), library(snippets))
  return { ...result, shown: shown(result.template) }
}

const tooLarge = (error: unknown): boolean => error instanceof Refusal && error.code === 'too_large'

describe('expandSnippets', () => {
  it('replaces markers by text at every level', () => {
    const result = expandAll('<@@@a@@@|@@@b@label:x@@@|@@@a@@@>', { a: '(@@@c@@@)', b: 'B', c: 'C' })
    assert.deepEqual(result.shown, ['<(C)|B|(C)>'])
    assert.deepEqual(result.snippets, [
      { prompt_name: 'a', version: 1, label: null },
      { prompt_name: 'c', version: 1, label: null },
      { prompt_name: 'b', version: 1, label: 'x' },
    ])
    assert.deepEqual([result.missing, result.wrongType, result.cycle], [[], [], null])
  })

  it('expands every message of a chat and does not change the given template', () => {
    const content = [{ type: 'text', text: '@@@a@@@' }]
    const messages = [
      { role: 'user', content },
      { role: 'assistant' },
      { role: 'tool', tool_call_id: '1', content },
    ]
    const template = PromptTemplate.parse({ type: 'chat', messages })
    const before = structuredClone(template)
    assert.deepEqual(shown(expandSnippets(template, library({ a: 'A' })).template), [['A'], [], ['A']])
    assert.deepEqual(template, before)
  })

  it('splits the text around blocks that are not text', () => {
    const snippets = { pic: [{ type: 'text', text: 'see' }, { type: 'text', text: ':' }, image] }
    assert.deepEqual(expandAll('@@@pic@@@', snippets).shown, ['see:', 'image_url'])
    assert.deepEqual(expandAll('a @@@pic@@@ b', snippets).shown, ['a see:', 'image_url', ' b'])
    assert.deepEqual(expandAll('@@@i@@@', { i: [image] }).shown, ['image_url'])
    assert.deepEqual(expandAll('@@@none@@@', { none: [] }).shown, [''])
  })

  it('keeps other keys of the text block on its last piece', () => {
    const marked = [{ type: 'text', text: 'a@@@i@@@b', cache: '5m' }]
    const { template } = expandAll(marked, { i: [image] })
    assert.deepEqual(template.type === 'completion' && template.content.map((block) => block['cache']), [
      undefined,
      undefined,
      '5m',
    ])
  })

  it('reports missing snippets and templates that are no completion, leaving the markers', () => {
    const chat: ResolvedSnippet = {
      promptName: 'chat',
      versionNumber: 1,
      label: null,
      template: PromptTemplate.parse({ type: 'chat', messages: [] }),
    }
    const text = '@@@gone@version_number:2@@@ @@@chat@@@ @@@__proto__@@@'
    const result = expandSnippets(completion(text), (marker) => (marker.name === 'chat' ? chat : undefined))
    assert.deepEqual(shown(result.template), [text])
    assert.deepEqual(
      result.missing.map(({ name }) => name),
      ['gone', '__proto__'],
    )
    assert.deepEqual(
      result.wrongType.map(({ name }) => name),
      ['chat'],
    )
    assert.deepEqual(result.snippets, [])
  })

  it('names cycles, starting with the template itself when it is part of one', () => {
    const snippets = { a: '@@@b@@@', b: '@@@a@@@', self: '@@@self@@@' }
    assert.deepEqual(expandAll('@@@a@@@', snippets).cycle, ['a', 'b', 'a'])
    assert.deepEqual(expandAll('@@@self@@@', snippets).cycle, ['self', 'self'])
    const self = { promptName: 'a', versionNumber: 1 }
    assert.deepEqual(expandSnippets(completion('@@@b@@@'), library(snippets), { self }).cycle, [
      'a',
      'b',
      'a',
    ])
  })

  it('does not treat an older version of a snippet as a cycle', () => {
    const find = (marker: SnippetMarker) =>
      library({ a: marker.version === 1 ? 'old' : '@@@a@version_number:1@@@ new' })({
        ...marker,
        version: marker.version ?? 2,
      })
    const { template, cycle } = expandSnippets(completion('@@@a@@@'), find)
    assert.deepEqual([shown(template), cycle], [['old new'], null])
  })

  it('overrides by name; overrides are expanded and not listed', () => {
    const overrides = { a: 'over @@@b@@@' }
    const result = expandSnippets(completion('@@@a@version_number:9@@@'), library({ b: 'B' }), { overrides })
    assert.deepEqual(shown(result.template), ['over B'])
    assert.deepEqual(
      result.snippets.map((snippet) => snippet.prompt_name),
      ['b'],
    )
    assert.deepEqual(
      expandSnippets(completion('@@@a@@@'), library({}), { overrides: { a: '@@@a@@@' } }).cycle,
      ['a', 'a'],
    )
  })

  it('refuses more than 64 levels, and accepts 64', () => {
    const chain = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, index) => [
          `s${index}`,
          index === length - 1 ? 'end' : `@@@s${index + 1}@@@`,
        ]),
      )
    assert.deepEqual(expandAll('@@@s0@@@', chain(64)).shown, ['end'])
    assert.throws(() => expandAll('@@@s0@@@', chain(65)), tooLarge)
    assert.throws(() => expandAll('@@@s40@@@ @@@s0@@@', chain(65)), tooLarge)
  })

  it('refuses more than 1 MiB, and doubling without text costs nothing', () => {
    const doubling = (last: Contents) =>
      Object.fromEntries(
        Array.from({ length: 60 }, (_, i) => [`s${i}`, i === 59 ? last : `@@@s${i + 1}@@@@@@s${i + 1}@@@`]),
      )
    assert.throws(() => expandAll('@@@s0@@@', doubling('x')), tooLarge)
    assert.throws(() => expandAll('@@@s0@@@', doubling([image])), tooLarge)
    assert.deepEqual(expandAll('@@@s0@@@', doubling('')).shown, [''])
    assert.throws(() => expandAll('@@@a@@@'.repeat(17), { a: 'x'.repeat(65536) }), tooLarge)
  })
})

describe('collectSnippets', () => {
  it('collects markers inside overrides', () => {
    const overrides = { a: '@@@a@@@ @@@b@@@ @@@d@@@', d: '' }
    const needed = collectSnippets([completion('@@@a@@@ @@@c@@@')], new Set(), overrides)
    assert.deepEqual(
      needed.map(({ name }) => name),
      ['b', 'c'],
    )
  })
})
