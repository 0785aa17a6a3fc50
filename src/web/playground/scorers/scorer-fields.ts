import type { Scorer, ScorerKind } from './scorer.ts'

/** The values of the dialog's fields. */
export interface Fields {
  readonly kind: ScorerKind
  readonly name: string
  readonly value: string
  readonly variable: string
  readonly negate: boolean
  readonly pattern: string
  readonly schema: string
  readonly unit: 'chars' | 'words'
  readonly min: string
  readonly max: string
  readonly dollars: string
  readonly milliseconds: string
  readonly assertion: string
}

export const blankFields: Fields = {
  kind: 'contains',
  name: '',
  value: '',
  variable: '',
  negate: false,
  pattern: '',
  schema: '',
  unit: 'words',
  min: '',
  max: '',
  dollars: '',
  milliseconds: '',
  assertion: '',
}

export const kinds: Readonly<Record<ScorerKind, { readonly label: string; readonly hint: string }>> = {
  contains: { label: 'Contains a text', hint: 'Upper and lower case count as the same.' },
  equals: { label: 'Equals a text', hint: 'The whole answer, letter by letter.' },
  regex: { label: 'Matches a pattern', hint: 'Anywhere in the answer.' },
  json: { label: 'Is valid JSON', hint: 'An object or a list, with a schema if needed.' },
  length: { label: 'Has a length', hint: 'In words or characters.' },
  cost: { label: 'Costs at most', hint: 'All calls of the answer together.' },
  latency: { label: 'Takes at most', hint: 'From the call to the end of the answer.' },
  judge: { label: 'A model agrees', hint: 'A model decides. Each answer costs one call more.' },
}

export function fieldsOf(scorer: Scorer): Fields {
  const fields = { ...blankFields, kind: scorer.kind, name: scorer.name }
  switch (scorer.kind) {
    case 'contains':
    case 'equals':
      return {
        ...fields,
        value: scorer.value ?? '',
        variable: scorer.variable ?? '',
        negate: scorer.kind === 'contains' && scorer.negate === true,
      }
    case 'regex':
      return { ...fields, pattern: scorer.pattern, negate: scorer.negate === true }
    case 'json':
      return { ...fields, schema: scorer.schema ?? '' }
    case 'length':
      return {
        ...fields,
        unit: scorer.unit,
        min: String(scorer.min ?? ''),
        max: String(scorer.max ?? ''),
      }
    case 'cost':
      return { ...fields, dollars: scorer.max }
    case 'latency':
      return { ...fields, milliseconds: String(scorer.max_ms) }
    case 'judge':
      return { ...fields, assertion: scorer.assertion }
  }
}

const whole = (text: string): number | undefined => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : undefined)

/** The scorer that the fields describe; null while a field is missing or invalid. */
export function scorerOf(fields: Fields): Scorer | null {
  const { kind, name, negate } = fields
  const target =
    fields.variable === ''
      ? fields.value === ''
        ? null
        : { value: fields.value }
      : { variable: fields.variable }
  switch (kind) {
    case 'contains':
      return target && { kind, name, ...target, ...(negate && { negate }) }
    case 'equals':
      return target && { kind, name, ...target }
    case 'regex':
      return fields.pattern === '' ? null : { kind, name, pattern: fields.pattern, ...(negate && { negate }) }
    case 'json':
      return { kind, name, ...(fields.schema.trim() !== '' && { schema: fields.schema }) }
    case 'length': {
      const [min, max] = [whole(fields.min), whole(fields.max)]
      const isWrong =
        (fields.min !== '' && min === undefined) ||
        (fields.max !== '' && max === undefined) ||
        (min === undefined && max === undefined) ||
        (min ?? 0) > (max ?? Number.POSITIVE_INFINITY)
      if (isWrong) return null
      return {
        kind,
        name,
        unit: fields.unit,
        ...(min !== undefined && { min }),
        ...(max !== undefined && { max }),
      }
    }
    case 'cost':
      return /^\d{1,12}(\.\d{1,18})?$/.test(fields.dollars) ? { kind, name, max: fields.dollars } : null
    case 'latency': {
      const max_ms = whole(fields.milliseconds)
      return max_ms === undefined ? null : { kind, name, max_ms }
    }
    case 'judge':
      return fields.assertion.trim() === '' ? null : { kind, name, assertion: fields.assertion }
  }
}
