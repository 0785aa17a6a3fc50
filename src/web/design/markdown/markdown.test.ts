import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseBlocks } from './blocks.ts'
import { type Inline, parseInline } from './inline.ts'
import { looksLikeMarkdown } from './looks-like-markdown.ts'

/** Marks as tags, to read at a glance. */
const inline = (text: string): string => parseInline(text).map(tagged).join('')
const tagged = (part: Inline): string => {
  if (part.kind === 'text') return part.text
  if (part.kind === 'code') return `<code>${part.text}</code>`
  if (part.kind === 'image') return `<image ${part.url}>${part.text}</image>`
  const name = part.kind === 'link' ? `link ${part.url}` : part.kind
  return `<${name}>${part.parts.map(tagged).join('')}</>`
}

describe('marks within a line', () => {
  it('are bold, italic, deleted, code, links and images', () => {
    assert.equal(
      inline('**bold** and *italic*, __so__ _so_'),
      '<strong>bold</> and <emphasis>italic</>, <strong>so</> <emphasis>so</>',
    )
    assert.equal(inline('~~old~~ `a * b`'), '<deleted>old</> <code>a * b</code>')
    assert.equal(inline('**bold *and italic***'), '<strong>bold *and italic</>*')
    assert.equal(inline('[site](https://a.example/x "title")'), '<link https://a.example/x>site</>')
    assert.equal(inline('![cat](https://a.example/c.png)'), '<image https://a.example/c.png>cat</image>')
    assert.equal(inline('see https://a.example/x.'), 'see <link https://a.example/x>https://a.example/x</>.')
  })

  it('stay text if they mark nothing', () => {
    for (const text of [
      'snake_case_name',
      '2 * 3 * 4',
      '** open',
      '[a](javascript:alert(1))',
      '<b>x</b>',
      '{{name}}',
    ])
      assert.equal(inline(text), text)
    assert.equal(inline('\\*no\\*'), '*no*')
  })

  it('take linear time on hostile texts', () => {
    for (const text of ['*a '.repeat(20_000), '['.repeat(50_000), '`'.repeat(50_001), '![]('.repeat(15_000)])
      assert.ok(parseInline(text).length > 0)
  })
})

describe('blocks', () => {
  it('are headings, paragraphs with their breaks, rules and code', () => {
    const kinds = parseBlocks('# Title\nline one\nline two\n\n---\n```js\na = **b**\n```\nend')
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ['heading', 'paragraph', 'rule', 'code', 'paragraph'],
    )
    assert.deepEqual(kinds[1], { kind: 'paragraph', parts: [{ kind: 'text', text: 'line one\nline two' }] })
    assert.deepEqual(kinds[3], { kind: 'code', language: 'js', text: 'a = **b**' })
  })

  it('are lists within lists, with their first number', () => {
    const [list] = parseBlocks('3. one\n   - inner\n   - other\n4. two\n\n   more')
    assert.ok(list?.kind === 'list' && list.start === 3 && list.items.length === 2)
    assert.deepEqual(
      list.items.map((item) => item.map(({ kind }) => kind)),
      [
        ['paragraph', 'list'],
        ['paragraph', 'paragraph'],
      ],
    )
  })

  it('are quotes and tables', () => {
    const [quote, table] = parseBlocks('> said\n> so\n\n| a | b |\n|---|:-:|\n| 1 | *2* |')
    assert.ok(quote?.kind === 'quote' && quote.blocks.length === 1)
    assert.ok(table?.kind === 'table' && table.head.length === 2 && table.rows.length === 1)
  })

  it('end on any text', () => {
    for (const text of [
      '',
      '-',
      '>'.repeat(500),
      '- '.repeat(500),
      '```',
      '|\n|-',
      `${' '.repeat(30)}- x\n- y`,
      '#\n##',
    ])
      assert.ok(Array.isArray(parseBlocks(text)))
  })
})

describe('Markdown', () => {
  it('is recognized by headings, lists, bold, code, tables and links', () => {
    for (const text of [
      '# T',
      '- a\n- b',
      '1. a\n2. b',
      'a **b** c',
      '```\nx\n```',
      '|a|b|\n|-|-|',
      '[a](https://b)',
    ])
      assert.ok(looksLikeMarkdown(text), text)
  })

  it('is not seen in plain text, JSON and code', () => {
    for (const text of ['Hello there.', '{"a": [1, 2]}', 'a - b', '2 * 3', '#tag', 'Dear all,\n- one thing'])
      assert.ok(!looksLikeMarkdown(text), text)
  })
})
