import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { entriesOf, entryOf, fileIn, writtenEntries } from './media-entries.ts'

const picture = 'data:image/png;base64,iVBORw0KGgo='
const terms = {
  type: 'media' as const,
  media: {
    title: 'terms.pdf',
    type: 'application/pdf',
    url: 'data:application/pdf;base64,JVBERi0=',
    format: 'base64' as const,
  },
}

describe('the value of a media variable', () => {
  it('is a text for one picture, and a list for other files', () => {
    assert.equal(writtenEntries([]), '')
    assert.equal(writtenEntries([picture]), picture)
    for (const entries of [[terms], [picture, terms], ['https://example.com/a.png', picture]])
      assert.deepEqual(entriesOf(writtenEntries(entries)), entries)
  })

  it('has an entry for each file, address or block', () => {
    assert.deepEqual(entriesOf(undefined), [])
    assert.deepEqual(entriesOf('https://example.com/a.png'), ['https://example.com/a.png'])
    assert.deepEqual(entriesOf({ json: JSON.stringify(terms) }), [terms])
    assert.deepEqual(entriesOf({ json: '[' }), [])
    assert.equal(entryOf({ type: 'image_url', image_url: { url: picture }, image_variable: null }), picture)
    assert.equal(entryOf(terms), terms)
  })

  it('shows files with their names or types, and leaves addresses to the text field', () => {
    assert.deepEqual(fileIn(picture), { url: picture, name: 'image/png' })
    assert.deepEqual(fileIn(terms), { url: terms.media.url, name: 'terms.pdf' })
    for (const entry of ['https://example.com/a.png', 'aGVsbG8=', null, 4, {}])
      assert.equal(fileIn(entry), null)
  })
})
