import { fieldsOf } from '../json/fields.ts'

/** `equals`, `starts_with`, `ends_with`, `contains`, `regex` with a text, or `or` and `and` with a list of rules. */
export type MatchRule = Readonly<Record<string, unknown>>

/** Whether a requested name is a name of the listed model. Both are compared in lower case. */
export type ModelMatch = (model: string) => boolean

const matchNone: ModelMatch = () => false
const matchEvery: ModelMatch = () => true
/** Known lists nest `or` in `and` at most; deeper rules match nothing. */
const maxDepth = 5

/**
 * A match rule in genai-prices' format: `equals`, `starts_with`, `ends_with`, `contains`, `regex`, `or`, `and`. The rest
 * of a name must be a date, a release or a region: `gemini-2.5-pro-mega` is not `gemini-2.5-pro`. Unknown rules
 * match nothing.
 */
export function modelMatchOf(rule: unknown, depth = 0): ModelMatch {
  const { or, and, ...test } = fieldsOf(rule)
  if (depth > maxDepth) return matchNone
  if (Array.isArray(or)) {
    const matches = or.map((part) => modelMatchOf(part, depth + 1))
    return (model) => matches.some((isMatch) => isMatch(model))
  }
  if (Array.isArray(and)) {
    const matches = and.map((part) => modelMatchOf(part, depth + 1))
    return (model) => matches.length > 0 && matches.every((isMatch) => isMatch(model))
  }
  const [[kind, value] = ['', '']] = Object.entries(test)
  return typeof value === 'string' && value !== '' ? textMatch(kind, value) : matchNone
}

/** The names that a rule of full names matches; null for any other rule. */
export function namesOfRule(rule: MatchRule): readonly string[] | null {
  const { equals, or } = rule
  if (typeof equals === 'string' && equals !== '') return [equals.toLowerCase()]
  if (!Array.isArray(or)) return null
  const names = or.map((part) => {
    const { equals } = fieldsOf(part)
    return typeof equals === 'string' && equals !== '' ? equals.toLowerCase() : null
  })
  return names.every((name) => name !== null) ? names : null
}

function textMatch(kind: string, value: string): ModelMatch {
  const text = value.toLowerCase()
  switch (kind) {
    case 'equals':
      return (model) => model === text
    case 'starts_with':
      return (model) => model.startsWith(text) && isRelease(text, model.slice(text.length))
    case 'ends_with':
      return (model) => model.endsWith(text) && isRegion(model.slice(0, -text.length))
    case 'contains':
      return (model) => {
        const index = model.indexOf(text)
        return (
          index >= 0 && isRegion(model.slice(0, index)) && isRelease(text, model.slice(index + text.length))
        )
      }
    case 'regex':
      return regexMatch(value)
    default:
      return matchNone
  }
}

/**
 * Matches the known patterns of the list without running them: a name with or without a date. A pattern that
 * only excludes other models (`^(?!`) matches every name; any other pattern matches none.
 */
function regexMatch(pattern: string): ModelMatch {
  if (pattern.startsWith('^(?!')) return matchEvery
  const parts = /^\^((?:[\w/=-]|\\[.[\]])+?)(-\\d(?:\{8\}|\{4\}-\\d\{2\}-\\d\{2\})?)?\$?$/.exec(pattern)
  if (!parts) return matchNone
  const name = parts[1]!.replaceAll('\\', '').toLowerCase()
  const suffix = suffixes.get(parts[2] ?? '')!
  return (model) => model.startsWith(name) && suffix.test(model.slice(name.length))
}

const suffixes = new Map([
  ['', /^$/],
  ['-\\d', /^-\d{2,8}(?:-\d{2})*$/],
  ['-\\d{8}', /^-\d{8}$/],
  ['-\\d{4}-\\d{2}-\\d{2}', /^-\d{4}-\d{2}-\d{2}$/],
])

/**
 * `us.`, `eu.anthropic.`, `accounts/fireworks/models/`: whole words before the text. LiteLLM writes the region of a call
 * before the model; only US regions have the list's price.
 */
const isRegion = (before: string): boolean =>
  before === '' ||
  (/[./]$/.test(before) && !/(?:^|\/)(?!us-(?:east|west)-\d\/)[a-z]{2}(?:-[a-z]+)+-\d\//.test(before))

/**
 * Suffixes allowed after the text: `-2024-08-06`, `-latest`, `-v1:0`, `@20250514`; for a fine-tuned model, any name.
 */
function isRelease(text: string, after: string): boolean {
  if (after === '' || text.startsWith('ft:') || text.endsWith('.ft-')) return true
  // A text may end inside a date or a number: `claude-sonnet-4-2025`, `gemini-2.0-flash-0`.
  const begun = /(?:-(?:20\d\d|0))?[-.:@_]?$/.exec(text)![0]
  return releases.test(begun + after)
}

/** A single digit after a dash is another version: `claude-sonnet-5-5`. */
const releases =
  /^(?:[-_@](?:\d{2,8}|v\d{1,3}(?:\.\d{1,3})?|e?\d{1,3}b|it|instruct|latest|preview|exp|experimental|default|customtools)|:\d{1,7}k?)*$/
