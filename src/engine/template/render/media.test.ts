import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '../../refusal.ts'
import { PromptTemplate } from '../blueprint/index.ts'
import { renderTemplate } from './index.ts'

const rendered = (block: unknown, variables: Record<string, unknown>) => {
  const template = renderTemplate(PromptTemplate.parse({ type: 'completion', content: [block] }), variables)
  return template.type === 'completion' ? template.content : assert.fail('not a completion')
}
const variable = { type: 'media_variable', name: 'm' }
const image = (url: string) => ({ type: 'image_url', image_url: { url }, image_variable: null })
const media = (type: string, url: string, format: string) => ({
  type: 'media',
  media: { title: 'media', type, url, format },
})

const png = 'iVBORw0KGgoAAAANSUhEUg=='
const pdf = 'JVBERi0xLjQ='
const cases: readonly (readonly [entry: unknown, block: unknown])[] = [
  ['https://x/y', image('https://x/y')],
  ['https://x/y.png?v={a}', image('https://x/y.png?v={a}')],
  ['https://x/y.PDF#p=2', media('application/pdf', 'https://x/y.PDF#p=2', 'url')],
  ['gs://bucket/a.mp4', media('video/mp4', 'gs://bucket/a.mp4', 'url')],
  [`data:image/gif;base64,R0lG`, image('data:image/gif;base64,R0lG')],
  [`data:audio/wav;base64,AAAA`, media('audio/wav', 'data:audio/wav;base64,AAAA', 'base64')],
  [png, image(`data:image/png;base64,${png}`)],
  [pdf, media('application/pdf', `data:application/pdf;base64,${pdf}`, 'base64')],
  ['AAAA', image('data:image/jpeg;base64,AAAA')],
  [media('a/b', 'u', 'url'), media('a/b', 'u', 'url')],
]

describe('media variables', () => {
  for (const [entry, block] of cases) {
    it(`reads ${JSON.stringify(entry)}`, () => {
      assert.deepEqual(rendered(variable, { m: entry }), [block])
      assert.deepEqual(rendered(variable, { m: [entry, entry] }), [block, block])
    })
  }

  it('refuses other values', () => {
    for (const entry of [3, true, {}, 'not base64!', '', { type: 'text', text: 'x' }]) {
      assert.throws(
        () => rendered(variable, { m: [entry] }),
        (error) => error instanceof Refusal && error.code === 'template_error',
      )
    }
  })

  it('inserts the images of image_variable with the detail of the block', () => {
    const block = { type: 'image_url', image_url: { url: 'https://old', detail: 'low' }, image_variable: 'm' }
    assert.deepEqual(
      rendered(block, { m: ['https://a', 'https://b'] }).map((made) => made['image_url']),
      [
        { url: 'https://a', detail: 'low' },
        { url: 'https://b', detail: 'low' },
      ],
    )
    assert.deepEqual(rendered(block, {}), [block])
    assert.deepEqual(rendered({ ...block, image_variable: '' }, { '': ['https://a'] }).length, 1)
  })
})
