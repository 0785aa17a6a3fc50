import type { Json } from '../json/json.ts'
import type { Match, Regex, Unsearchable } from '../patterns/regex/index.ts'
import type { Step } from './column.ts'
import { failed } from './failures.ts'
import type { Answer } from './need.ts'

/** Matching takes milliseconds, but a busy machine may pause it for seconds, so then its processor time counts. */
const DEADLINE_MILLISECONDS = 1_000
const MAX_MATCHES = 10_000

/** Runs in the sandbox only: JavaScript's regex engine can backtrack for years. */
const code = `
const expression = new RegExp(data.source, data.flags)
if (data.limit === 0) return expression.test(data.text)
const matches = []
for (const match of data.text.matchAll(expression)) {
  if (matches.length >= data.limit) break
  matches.push(Array.from(match, (part) => (part === undefined ? null : part)))
}
return matches
`

/** The step of a cell whose text the linear-time engine cannot search: code for the sandbox, or a failure. */
export function stepForUnsearchable(reason: Unsearchable, regex: Regex, text: string, all: boolean): Step {
  if (reason === 'too-large') return failed('too_large', 'The text is too long for this pattern.')
  const data = { ...regex.javascript(), text, limit: all ? MAX_MATCHES : 0 }
  return {
    kind: 'need',
    state: null,
    need: {
      kind: 'code',
      language: 'javascript',
      code,
      data,
      deadlineMilliseconds: DEADLINE_MILLISECONDS,
      clock: 'processor',
    },
  }
}

/** The matches that the sandbox returned; undefined if they have another shape. */
export function readMatches(answer: Extract<Answer, { ok: true }>): readonly Match[] | undefined {
  if (!Array.isArray(answer.value)) return undefined
  const matches: Match[] = []
  for (const match of answer.value as readonly Json[]) {
    if (!Array.isArray(match)) return undefined
    matches.push(match.map((part: Json) => (typeof part === 'string' ? part : null)))
  }
  return matches
}
