import { type Fields, isFields } from '../../engine/json/fields.ts'
import type { Answer } from '../api/index.ts'

export type AuditEvent = Answer<'listAuditEvents'>['audit_events'][number]

/** Names of operations that contain their path, as in the reference. */
const knownNames: Readonly<Record<string, string>> = {
  delete_folder_entities_api_public_v2_folders_entities_delete: 'Delete',
  delete_prompt_templates_labels_prompt_label_id: 'Delete label',
  prompt_templates_labels_prompt_label_id__patch: 'Move label',
}

/** Two forms, `create_folder` and `createWorkflow`, both read "Create folder". */
export function actionOf(operation: string): string {
  const name = knownNames[operation]
  if (name) return name
  const text = operation
    .replace(/_+(rest|api_public_v2)_.*$/, '')
    .replace(/^sdk_|Public$/, '')
    .split(/_+|(?=[A-Z])/)
    .join(' ')
    .toLowerCase()
    .replace('table sheet', 'sheet')
    .replace(/\b(\w+) id external id$/, 'external id of $1')
    .replace('env var', 'environment variable')
    .replace(/\b(api|mcp|id)\b/g, (word) => word.toUpperCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const titles = ['prompt_name', 'name', 'title', 'email', 'key'] as const
const details = ['label', 'version_number'] as const

/** The entity in an answer such as `{ success, api_key: {…} }`, or in an item such as `{ person: {…}, role }`. */
const entityIn = (answer: unknown): Fields =>
  isFields(answer) ? { ...answer, ...Object.values(answer).find(isFields) } : {}

/** The name of the changed entity; its id if it has no name, and null if it has neither. */
export function subjectOf({ params, given, before, after }: AuditEvent): string | null {
  const sources = [entityIn(after), entityIn(before), isFields(given) ? given : {}]
  const firstValueOf = (field: string) =>
    sources
      .map((source) => source[field])
      .find((value) => typeof value === 'string' || typeof value === 'number')
  const title = titles.map(firstValueOf).find((value) => value !== undefined)
  const [label, version] = details.map(firstValueOf)
  const parts = [title, label, version === undefined ? undefined : `v${version}`]
  const text = parts.filter((part) => part !== undefined && part !== '').join(', ')
  if (text !== '') return text
  const names = isFields(before) && Array.isArray(before['names']) ? before['names'].map(String) : []
  if (names.length > 0) return namesText(names)
  const ids = Object.values(params).map(String)
  return ids.length > 0 ? ids.join(', ') : null
}

const maxNames = 3

const namesText = (names: readonly string[]): string =>
  names.length > maxNames
    ? `${names.slice(0, maxNames).join(', ')} and ${names.length - maxNames} more`
    : names.join(', ')

/** Longer values are not listed; the details of the event show them. */
const maxLength = 40

const shortText = (value: unknown): string | null =>
  isFields(value) || Array.isArray(value) || String(value).length > maxLength ? null : String(value ?? 'none')

/** A field that the call sent, with its value before; undefined if there was none. */
export interface Change {
  readonly field: string
  readonly before: unknown
  readonly sent: unknown
}

/** The fields that the call sent and that differ from the state before. */
export function changesOf({ given, before }: AuditEvent): readonly Change[] {
  const oldFields = entityIn(before)
  if (!isFields(given)) return []
  return Object.entries(given)
    .filter(([field, sent]) => JSON.stringify(oldFields[field]) !== JSON.stringify(sent))
    .map(([field, sent]) => ({ field, before: oldFields[field], sent }))
}

/** Fields that are listed even if they had no value before. */
const alwaysListed = ['role', 'decision']

/** The short fields whose value the change replaced, as `role: viewer → admin`. */
export function differencesOf({ given, before }: AuditEvent): readonly string[] {
  const oldFields = entityIn(before)
  if (!isFields(given)) return []
  return Object.entries(given).flatMap(([field, value]) => {
    const [old, now] = [shortText(oldFields[field]), shortText(value)]
    if (!(field in oldFields) && alwaysListed.includes(field)) return [`${field}: ${now}`]
    return !(field in oldFields) || old === null || now === null || old === now
      ? []
      : [`${field}: ${old} → ${now}`]
  })
}
