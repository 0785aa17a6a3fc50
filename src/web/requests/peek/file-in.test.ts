import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileIn, isInline } from './file-in.ts'

const pdf = 'data:application/pdf;base64,JVBERi0='

test('files of blueprints and of OpenAI have a name, a type and their bytes', () => {
  const media = { title: 'doc.pdf', type: 'application/pdf', url: pdf, format: 'base64' }
  const expected = { name: 'doc.pdf', type: 'application/pdf', address: pdf }
  assert.deepEqual(fileIn({ type: 'media', media }), expected)
  assert.deepEqual(fileIn({ type: 'file', file: { filename: 'doc.pdf', file_data: pdf } }), expected)
  assert.equal(isInline(expected), true)
})

test('a file on another host has its address, and is not inline', () => {
  const file = fileIn({ type: 'media', media: { title: '', url: 'https://example.com/a.pdf' } })!
  assert.deepEqual(file, { name: 'file', type: null, address: 'https://example.com/a.pdf' })
  assert.equal(isInline(file), false)
  assert.equal(isInline({ ...file, address: 'javascript:alert(1)' }), false)
})

test('other blocks, and files without bytes, are none', () => {
  const blocks = [
    { type: 'text', text: 'x' },
    { type: 'file', file: { file_id: 'file-1' } },
    { type: 'media' },
  ]
  for (const block of blocks) assert.equal(fileIn(block), null)
})
