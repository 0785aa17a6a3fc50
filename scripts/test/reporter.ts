import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import { fileOf } from './file-marks.ts'

/** Events that a test process sends to the test command, one JSON object a line. */
export type FileEvent =
  | { kind: 'started' | 'finished' | 'passed'; name: string; line: number }
  | { kind: 'failed'; name: string; line: number; error: string }
  /** The following events belong to this file. */
  | { kind: 'file'; name: string }
  /** A test outside of suites, or a suite, has ended, after this many milliseconds. */
  | { kind: 'took'; milliseconds: number }
  | { kind: 'ended' }

// When the test command is killed, this process ends together with everything that its tests have started.
if (process.platform !== 'win32') process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
process.channel?.unref()

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const ancestors: string[] = []
  for await (const event of events) {
    if (event.type === 'test:start') {
      ancestors.length = event.data.nesting
      ancestors.push(event.data.name)
    }
    for (const message of [fileEventOf(event, ancestors), durationEvent(event)])
      if (message) yield `${JSON.stringify(message)}\n`
  }
}

function durationEvent(event: TestEvent): FileEvent | undefined {
  if (event.type !== 'test:pass' && event.type !== 'test:fail') return undefined
  const { name, nesting, details } = event.data
  return nesting > 0 || fileOf(name) !== null
    ? undefined
    : { kind: 'took', milliseconds: details.duration_ms }
}

function fileEventOf(event: TestEvent, ancestors: string[]): FileEvent | undefined {
  const file = event.data && 'name' in event.data ? fileOf(event.data.name) : null
  if (file !== null) return event.type === 'test:pass' ? { kind: 'file', name: file } : undefined
  if (event.type === 'test:summary') return { kind: 'ended' }
  if (event.type === 'test:dequeue' || event.type === 'test:complete') {
    const kind = event.type === 'test:dequeue' ? 'started' : 'finished'
    return { kind, name: event.data.name, line: event.data.line ?? 0 }
  }
  if (event.type !== 'test:pass' && event.type !== 'test:fail') return undefined
  const { data } = event
  const at = { name: [...ancestors.slice(0, data.nesting), data.name].join(' > '), line: data.line ?? 0 }
  if (data.skip !== undefined) return { kind: 'failed', ...at, error: 'skipped tests are not allowed' }
  if (data.todo !== undefined) return { kind: 'failed', ...at, error: 'todo tests are not allowed' }
  if (event.type === 'test:pass') return data.details.type === 'suite' ? undefined : { kind: 'passed', ...at }
  const { error } = event.data.details
  // A failed suite is left out, because its failed test is reported.
  if ('failureType' in error && error.failureType === 'subtestsFailed') return undefined
  return { kind: 'failed', ...at, error: withoutRunner(inspect(error.cause ?? error)) }
}

/** Leaves the lines of the test runner out of a stack. They are about half of it and never show the cause. */
function withoutRunner(text: string): string {
  return text.replaceAll(/^ +at .*node:(internal\/test_runner|async_hooks).*\n?/gm, '')
}
