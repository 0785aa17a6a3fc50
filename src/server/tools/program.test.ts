import assert from 'node:assert/strict'
import { test } from 'node:test'
import { programOf } from './program.ts'

test('the code of a JavaScript tool starts on the first line and may end in a comment', async () => {
  const { code, linesBefore } = programOf({
    type: 'code',
    language: 'javascript',
    code: 'return args.a // a',
  })
  assert.equal(linesBefore, 0)
  assert.equal(await new Function('data', code)({ a: 1 }), 1)
})

test("a tool may use the sandbox's names for its own variables", async () => {
  const { code } = programOf({
    type: 'code',
    language: 'javascript',
    code: 'const data = args.a\nreturn data',
  })
  assert.equal(await new Function('data', code)({ a: 1 }), 1)
})

test('the code of a Python tool starts on the second line', () => {
  const code = 'return args["a"]'
  assert.deepEqual(programOf({ type: 'code', language: 'python', code }), {
    code: 'args = data\nreturn args["a"]',
    linesBefore: 1,
  })
})
