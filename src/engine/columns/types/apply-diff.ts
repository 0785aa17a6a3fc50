import { z } from 'zod'
import { isJsonNumber } from '../../json/exact-number.ts'
import type { Json } from '../../json/json.ts'
import { columnName } from '../config/fields.ts'
import { configReader, renameField } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed, sourceLabel } from '../failures.ts'
import { fromSource } from '../references.ts'
import { value } from '../steps.ts'
import { applyHunks } from '../unified-diff/apply.ts'
import { parseUnifiedDiff } from '../unified-diff/parse.ts'
import { isEmpty } from '../values/coercions.ts'

const schema = z.looseObject({ content_source: columnName, diff_source: columnName })
const MAX_TEXT = 5_000_000

/** A text with a unified diff applied. */
export const applyDiff = defineColumn<z.output<typeof schema>>({
  type: 'APPLY_DIFF',
  cost: 'none',
  score: () => 'none',
  config: configReader(schema, renameField('original_source', 'content_source')),
  dependsOn: (config) => [
    fromSource('content_source', config.content_source),
    fromSource('diff_source', config.diff_source),
  ],
  evaluator: () => ({
    prepare(inputs) {
      const content = asText(inputs.values[0] ?? null)
      if (content === null) return failed('missing_value', `${sourceLabel(inputs, 0)} has no value.`)
      if (content === undefined) return failed('not_text', `${sourceLabel(inputs, 0)} is not text.`)
      const diffInput = inputs.values[1] ?? null
      if (isEmpty(diffInput)) return value(content)
      const diff = asText(diffInput)
      if (typeof diff !== 'string') return failed('not_text', `${sourceLabel(inputs, 1)} is not text.`)
      if (content.length + diff.length > MAX_TEXT)
        return failed('too_large', 'The text and its diff are too long.')
      if (diff.trim() === '') return value(content)
      const parsed = parseUnifiedDiff(diff)
      if (!parsed.ok)
        return failed('bad_diff', `${sourceLabel(inputs, 1)} is not a unified diff: ${parsed.reason}.`)
      const applied = applyHunks(content, parsed.hunks)
      return applied.ok ? value(applied.text) : failed(applied.code, `${applied.reason}.`)
    },
  }),
})

/** Undefined for a value that is not text; a number counts as its digits. */
function asText(input: Json): string | null | undefined {
  if (input === null || typeof input === 'string') return input
  return isJsonNumber(input) ? String(input) : undefined
}
