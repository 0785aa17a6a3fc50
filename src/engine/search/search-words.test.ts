import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hasWords } from './search-words.ts'
import { wordsOf } from './words.ts'

const longest = 64
const sign = fc.constantFrom('a', 'b', '1', ' ', '-', '\n', 'é', '漢')
const text = fc.string({ unit: sign, maxLength: 40 })
const long = fc.integer({ min: longest - 2, max: longest + 2 }).map((length) => 'a'.repeat(length))

test('a short plain text matches the same words as its word list', () => {
  fc.assert(
    fc.property(
      text,
      fc.oneof(text, long),
      fc.oneof(text, long),
      fc.boolean(),
      (inputText, outputText, sought, isWhole) => {
        const listed = wordsOf(`${outputText}\n${inputText}`)
        for (const word of wordsOf(sought)) {
          const expected = listed.some((each) => (isWhole ? each === word : each.startsWith(word)))
          assert.equal(hasWords({ inputText, outputText }, [{ text: word, isWhole }]), expected)
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a word is found after a longer word with the same beginning', () => {
  const texts = { inputText: 'xab abc', outputText: 'abcd ab' }
  assert.ok(hasWords(texts, [{ text: 'ab', isWhole: true }]))
  assert.ok(hasWords(texts, [{ text: 'abc', isWhole: true }]))
  assert.ok(!hasWords(texts, [{ text: 'b', isWhole: false }]))
  assert.ok(!hasWords(texts, [{ text: 'bc', isWhole: true }]))
})
