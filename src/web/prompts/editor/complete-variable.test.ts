import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { completionAt } from './complete-variable.ts'

/** The line after the completion `guest` at the cursor `|`; null without a completion. */
function completed(line: string, format: 'f-string' | 'jinja2'): string | null {
  const [before = '', behind = ''] = line.split('|')
  const completion = completionAt(before, behind, format)
  if (!completion) return null
  const start = before.slice(0, before.length - completion.before)
  return start + completion.insert('guest') + behind.slice(completion.behind)
}

describe('the completion of a variable', () => {
  it('closes the brace of an f-string, unless it is closed', () => {
    assert.equal(completed('Dear {|', 'f-string'), 'Dear {guest}')
    assert.equal(completed('Dear {gu|, hello', 'f-string'), 'Dear {guest}, hello')
    assert.equal(completed('Dear {|}, hello', 'f-string'), 'Dear {guest}, hello')
    assert.equal(completed('Dear {gu|est}, hello', 'f-string'), 'Dear {guest}, hello')
    assert.equal(completed('{"to": {|}', 'f-string'), '{"to": {guest}')
    assert.equal(completed('Dear { |', 'f-string'), null)
    assert.equal(completed('Dear |', 'f-string'), null)
  })

  it('writes two braces in Jinja2', () => {
    assert.equal(completed('Dear {|', 'jinja2'), 'Dear {{ guest }}')
    assert.equal(completed('Dear {{|', 'jinja2'), 'Dear {{ guest }}')
    assert.equal(completed('Dear {{gu|', 'jinja2'), 'Dear {{ guest }}')
    assert.equal(completed('Dear {{ gu|', 'jinja2'), 'Dear {{ guest }}')
    assert.equal(completed('Dear {{ gu| }}', 'jinja2'), 'Dear {{ guest }}')
    assert.equal(completed('Dear {{|}}, hello', 'jinja2'), 'Dear {{ guest}}, hello')
    assert.equal(completed('{% if |', 'jinja2'), null)
  })
})
