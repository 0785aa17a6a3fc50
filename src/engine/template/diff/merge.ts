import { type Fields, isFields, ownField } from '../../json/fields.ts'
import { keysOf, type Path, type Version, withKey } from './change.ts'
import { mergeLists, mergeNames } from './merge-lists.ts'
import { type Conflict, type MergeState, resolveValue, type Sides } from './resolve-value.ts'

/** Objects that are merged key by key; other values are taken as a whole. */
const MERGED_OBJECTS: ReadonlySet<string> = new Set([
  'template',
  'metadata',
  'metadata.model',
  'metadata.model.parameters',
])

const MERGED_LISTS: ReadonlySet<string> = new Set([
  'template.messages',
  'template.tools',
  'template.functions',
  'template.content',
])

/**
 * Three-way merge. A change of one side since `base` is applied; equal changes of both sides are applied once. List items
 * (messages, tools, functions, completion blocks) are merged one by one after alignment with `base`; template fields, metadata
 * and model parameters key by key. Other changes conflict: `merged` keeps yours unless `takesTheirs` chooses theirs. Paths of
 * list items use indexes of `base`; a conflict of insertions has a list on each side and the index before which both inserted.
 * `input_variables` are merged as sets; recompute them with `withInputVariables`.
 * @throws Refusal 'too_large' for a version with more than 400 levels.
 */
export function mergeVersions(
  base: Version,
  theirs: Version,
  yours: Version,
  takesTheirs: (path: Path) => boolean = () => false,
): { merged: Version; conflicts: Conflict[] } {
  const state: MergeState = { conflicts: [], takesTheirs }
  const isOneType = base.template.type === theirs.template.type && base.template.type === yours.template.type
  const templates = { base: base.template, theirs: theirs.template, yours: yours.template }
  const metadata = { base: base.metadata, theirs: theirs.metadata, yours: yours.metadata }
  const mergeTemplates = isOneType ? mergeValue : resolveValue
  const merged = {
    template: mergeTemplates(templates, ['template'], state),
    metadata: mergeValue(metadata, ['metadata'], state),
  } as Version
  return { merged, conflicts: state.conflicts }
}

function mergeValue(sides: Sides, path: Path, state: MergeState): unknown {
  const pathText = path.join('.')
  const { base, theirs, yours } = sides
  if (MERGED_OBJECTS.has(pathText) && isFields(base) && isFields(theirs) && isFields(yours)) {
    return mergeObjects(base, theirs, yours, path, state)
  }
  if (Array.isArray(base) && Array.isArray(theirs) && Array.isArray(yours)) {
    if (pathText === 'template.input_variables') return mergeNames(base, theirs, yours)
    if (MERGED_LISTS.has(pathText)) return mergeLists({ base, theirs, yours }, path, state)
  }
  return resolveValue(sides, path, state)
}

function mergeObjects(base: Fields, theirs: Fields, yours: Fields, path: Path, state: MergeState): Fields {
  const keys = new Set([base, yours, theirs].flatMap(keysOf))
  let merged: Fields = {}
  for (const key of keys) {
    const sides = { base: ownField(base, key), theirs: ownField(theirs, key), yours: ownField(yours, key) }
    merged = withKey(merged, key, mergeValue(sides, [...path, key], state))
  }
  return merged
}
