import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitStack } from './split-stack.ts'

const python =
  'Traceback (most recent call last):\n\n  File "a.py", line 1, in f\n    g()\n\nValueError: no order\n'

test('a message is separated from its stack trace', () => {
  const stack = python.trimEnd()
  assert.deepEqual(splitStack(`ValueError('no order')${python}`), {
    message: "ValueError('no order')",
    stack,
  })
  assert.deepEqual(splitStack(python), { message: 'ValueError: no order', stack })
  assert.deepEqual(splitStack('Error: no order\n    at f (/a.js:1:2)\n    at g (/a.js:3:4)'), {
    message: 'Error: no order',
    stack: '    at f (/a.js:1:2)\n    at g (/a.js:3:4)',
  })
})

test('a text without a stack trace is the message', () => {
  for (const message of ['', 'Failed after 2 attempts', 'We meet\n  at noon'])
    assert.deepEqual(splitStack(message), { message, stack: null })
})
