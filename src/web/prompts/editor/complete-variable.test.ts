import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { completionAt } from './complete-variable.ts'

/** The line after `guest` is chosen at the cursor, which is written as `|`; null without a completion. */
function chosen(line: string, format: 'f-string' | 'jinja2'): string | null {
  const [before = '', behind = ''] = line.split('|')
  const completion = completionAt(before, behind, format)
  if (!completion) return null
  const start = before.slice(0, before.length - completion.before)
  return start + completion.insert('guest') + behind.slice(completion.behind)
}

describe('the completion of a variable', () => {
  it('closes the brace of an f-string, unless it is closed', () => {
    assert.equal(chosen('Dear {|', 'f-string'), 'Dear {guest}')
    assert.equal(chosen('Dear {gu|, hello', 'f-string'), 'Dear {guest}, hello')
    assert.equal(chosen('Dear {|}, hello', 'f-string'), 'Dear {guest}, hello')
    assert.equal(chosen('Dear {gu|est}, hello', 'f-string'), 'Dear {guest}, hello')
    assert.equal(chosen('{"to": {|}', 'f-string'), '{"to": {guest}')
    assert.equal(chosen('Dear { |', 'f-string'), null)
    assert.equal(chosen('Dear |', 'f-string'), null)
  })

  it('writes two braces in Jinja2', () => {
    assert.equal(chosen('Dear {|', 'jinja2'), 'Dear {{ guest }}')
    assert.equal(chosen('Dear {{|', 'jinja2'), 'Dear {{ guest }}')
    assert.equal(chosen('Dear {{gu|', 'jinja2'), 'Dear {{ guest }}')
    assert.equal(chosen('Dear {{ gu|', 'jinja2'), 'Dear {{ guest }}')
    assert.equal(chosen('Dear {{ gu| }}', 'jinja2'), 'Dear {{ guest }}')
    assert.equal(chosen('Dear {{|}}, hello', 'jinja2'), 'Dear {{ guest}}, hello')
    assert.equal(chosen('{% if |', 'jinja2'), null)
  })
})
