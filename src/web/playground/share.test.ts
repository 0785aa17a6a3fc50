import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textMessage } from '../prompts/values.ts'
import { chatOf } from './chat-of.ts'
import { benchOfLink, linkOf } from './share.ts'
import { type Bench, blankVariant } from './variant.ts'

const address = 'http://galley.test/playground'
const turns = chatOf({
  messages: [{ role: 'assistant', content: 'Yes?' }],
  tools: [{ type: 'variable', name: 'all' }],
})
const bench: Bench = {
  variants: [
    blankVariant(),
    { ...blankVariant(), prompt: 'greeting', version: 3, template: turns, metadata: null },
  ],
  cases: [{ id: 'one', values: { question: 'Où? 你好 🙂', list: { json: '[1' } } }],
  scorers: [{ kind: 'contains', name: 'Names it', value: 'x' }],
}

const saying = (text: string) => ({
  ...blankVariant(),
  template: chatOf({ messages: [textMessage('user', text)] }),
})
const hashOf = (link: string) => new URL(link).hash.slice(1)
const withoutIds = ({ variants, cases, scorers }: Bench) => ({
  scorers,
  variants: variants.map(({ id: _id, ...rest }) => rest),
  cases: cases.map(({ values }) => values),
})

test('a link opens its content under new ids', async () => {
  const link = await linkOf(bench, address)
  assert.match(link!, /^http:\/\/galley\.test\/playground#try=[\w-]+$/)
  const opened = await benchOfLink(hashOf(link!))
  assert.deepEqual(withoutIds(opened!), withoutIds(bench))
  assert.notEqual(opened!.variants[0]!.id, bench.variants[0]!.id)
})

test('an incomplete, invented or unrelated link is ignored', async () => {
  const hash = hashOf((await linkOf(bench, address))!)
  for (const wrong of [hash.slice(0, -9), 'try=', 'try=%%%', 'other', `try=${btoa('{}')}`])
    assert.equal(await benchOfLink(wrong), null, wrong)
  const empty = await linkOf({ variants: [], cases: [], scorers: [] }, address)
  assert.equal(await benchOfLink(hashOf(empty!)), null)
})

test('content that exceeds an address, or unpacks to too many bytes, is refused', async () => {
  let seed = 1
  const noise = Array.from({ length: 40_000 }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return String.fromCharCode(32 + (seed % 8_000))
  }).join('')
  const long = { ...bench, variants: [saying(noise)] }
  assert.ok((await linkOf(long, address)) === null)
  const bomb = { ...bench, variants: [saying(' '.repeat(5_000_000))] }
  const link = await linkOf(bomb, address)
  assert.ok(link)
  assert.equal(await benchOfLink(hashOf(link)), null)
})
