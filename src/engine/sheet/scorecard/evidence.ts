import type { Json } from '../../json/json.ts'

export type EvidenceMode = 'summary' | 'raw' | 'hidden'

/** UTF-16 code units of an evidence stored with a row. */
const MAX_LENGTH = 4_000

/** Evidence stored with a row: a short text, the whole value, or none. */
export function evidenceFor(
  mode: EvidenceMode,
  value: Json,
  evidence: Json | undefined,
  message: string | null,
): Json {
  if (mode === 'hidden') return null
  if (mode === 'raw') return evidence ?? value
  const evidenceValue = message ?? evidence ?? reasonIn(value) ?? value
  return shortened(typeof evidenceValue === 'string' ? evidenceValue : JSON.stringify(evidenceValue))
}

/** Fields where judges put their reason; a failed comparison has a reason or a difference. */
function reasonIn(value: Json): Json | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
  const record = value as { readonly [key: string]: Json }
  const key = ['reasoning', 'explanation'].find((name) => Object.hasOwn(record, name))
  if (key !== undefined) return record[key]
  const { comparison_result: holds, diff } = record
  if (holds === true) return 'true'
  if (holds !== false) return diff
  const reason = diff !== null && typeof diff === 'object' && 'reason' in diff ? diff.reason : undefined
  return reason ?? (diff === undefined ? 'The comparison does not hold' : 'The values differ')
}

function shortened(text: string): string {
  if (text.length <= MAX_LENGTH) return text
  const cut = text.slice(0, MAX_LENGTH - 1)
  // Half of a surrogate pair cannot be stored.
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
