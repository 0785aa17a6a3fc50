import type { z } from 'zod'
import { detailsOf } from '../../details.ts'
import { badField, Refusal } from '../../refusal.ts'
import {
  ChatTemplate,
  ContentBlock,
  FunctionDefinition,
  Message,
  type Metadata,
  type PromptTemplate,
  Tool,
} from '../blueprint/index.ts'

/** An object keyed by index replaces only those entries; an array replaces all. */
type EntriesPatch = Readonly<Record<string, unknown>> | readonly unknown[]

const INDEX = /^(?:0|[1-9]\d*)$/

/**
 * Parses `value` with `schema`.
 * @throws Refusal 'invalid': `data.issues` lists the errors as {loc, msg, type}; the first one gives the message and
 * `data.loc`. Each loc starts with `loc`.
 */
function validated<S extends z.ZodType>(
  schema: S,
  value: unknown,
  loc: readonly (string | number)[],
): z.output<S> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const issues = detailsOf(result.error, loc)
  throw new Refusal('invalid', issues[0]?.msg ?? 'Invalid input', { loc: issues[0]?.loc ?? loc, issues })
}

/**
 * The entries of `field` after a patch.
 * @throws Refusal 'patch_out_of_bounds' if a key is not the index of an entry (negative, not an integer, or past the end),
 * 'invalid' if a new entry does not fit `schema`.
 */
function patchEntries<S extends z.ZodType>(
  field: string,
  base: readonly z.output<S>[] | null,
  patch: EntriesPatch,
  schema: S,
): z.output<S>[] | null {
  if (isList(patch)) return patch.map((entry, index) => validated(schema, entry, ['body', field, index]))
  const replaced = Object.entries(patch)
  if (replaced.length === 0) return base === null ? null : [...base]
  const entries = [...(base ?? [])]
  for (const [key, entry] of replaced) {
    if (!INDEX.test(key) || Number(key) >= entries.length) {
      const message = `${field} index ${key} is out of bounds: the base version has ${entries.length}`
      throw new Refusal('patch_out_of_bounds', message, { field, index: key, length: entries.length })
    }
    entries[Number(key)] = validated(schema, entry, ['body', field, key])
  }
  return entries
}

const isList = (patch: EntriesPatch): patch is readonly unknown[] => Array.isArray(patch)

/** The parts of a version that a patch can change. */
export type TemplateVersion = { readonly template: PromptTemplate; readonly metadata: Metadata | null }

/** An absent or undefined field leaves its part unchanged. */
export type TemplatePatch = {
  readonly messages?: EntriesPatch | null | undefined
  readonly tools?: EntriesPatch | null | undefined
  readonly functions?: EntriesPatch | null | undefined
  readonly function_call?: unknown
  readonly tool_choice?: unknown
  readonly content?: EntriesPatch | null | undefined
  readonly model_parameters?: Readonly<Record<string, unknown>> | null | undefined
  readonly response_format?: unknown
}

const CHAT_FIELDS = ['messages', 'tools', 'functions', 'function_call', 'tool_choice'] as const

/** For these fields null is ignored; for all others it means "remove". */
const IGNORED_NULLS: ReadonlySet<string> = new Set(['messages', 'content', 'model_parameters'])

const isSent = (patch: TemplatePatch, field: keyof TemplatePatch): boolean =>
  patch[field] !== undefined && !(patch[field] === null && IGNORED_NULLS.has(field))

/**
 * Applies a patch to `base` without changing it. `input_variables` are not recomputed here. Null removes `tools`, `functions`,
 * `function_call`, `tool_choice` and `response_format`; for `messages`, `content` and `model_parameters` it is ignored, because
 * PromptLayer documents no removal of them. A null inside `model_parameters` is stored, because the merge is shallow.
 * Source: reference PATCH /rest/prompt-templates/{identifier}; docs reference/templates-patch.
 * @throws Refusal 'patch_wrong_type' (the field belongs to the other template type), 'patch_out_of_bounds', 'patch_conflict'
 * (`response_format` given twice), 'bad_request' (model fields for a version without model metadata), 'invalid' (see
 * `validated`).
 */
export function patchVersion(base: TemplateVersion, patch: TemplatePatch): TemplateVersion {
  const metadata = patchMetadata(base.metadata, patch)
  return { template: patchTemplate(base.template, patch), metadata }
}

function patchTemplate(base: PromptTemplate, patch: TemplatePatch): PromptTemplate {
  const otherFields = base.type === 'chat' ? (['content'] as const) : CHAT_FIELDS
  for (const field of otherFields) {
    if (!isSent(patch, field)) continue
    const message = `${field} cannot be patched on a ${base.type} template`
    throw new Refusal('patch_wrong_type', message, { field, type: base.type })
  }
  if (base.type === 'chat') return patchChat(base, patch)
  if (patch.content == null) return base
  return { ...base, content: patchEntries('content', base.content, patch.content, ContentBlock) ?? [] }
}

function patchChat(base: ChatTemplate, patch: TemplatePatch): ChatTemplate {
  const patched = { ...base }
  const { shape } = ChatTemplate
  if (patch.messages != null) {
    patched.messages = patchEntries('messages', base.messages, patch.messages, Message) ?? []
  }
  if (patch.tools !== undefined) {
    patched.tools = patch.tools && patchEntries('tools', base.tools, patch.tools, Tool)
  }
  if (patch.functions !== undefined) {
    patched.functions =
      patch.functions && patchEntries('functions', base.functions, patch.functions, FunctionDefinition)
  }
  if (patch.function_call !== undefined) {
    patched.function_call = validated(shape.function_call, patch.function_call, ['body', 'function_call'])
  }
  if (patch.tool_choice !== undefined) {
    patched.tool_choice = validated(shape.tool_choice, patch.tool_choice, ['body', 'tool_choice'])
  }
  return patched
}

function patchMetadata(base: Metadata | null, patch: TemplatePatch): Metadata | null {
  const isFormatSent = isSent(patch, 'response_format')
  const changes = patch.model_parameters ?? {}
  if (isFormatSent && Object.hasOwn(changes, 'response_format')) {
    throw new Refusal(
      'patch_conflict',
      'response_format and model_parameters.response_format exclude each other',
      {
        fields: ['response_format', 'model_parameters.response_format'],
      },
    )
  }
  if (!isFormatSent && !isSent(patch, 'model_parameters')) return base
  if (base?.model == null) {
    const message = 'The base version has no model metadata, so it has no model parameters to patch'
    throw badField(isFormatSent ? 'response_format' : 'model_parameters', message)
  }
  const parameters = { ...base.model.parameters, ...changes }
  if (isFormatSent && patch.response_format === null) delete parameters['response_format']
  else if (isFormatSent) parameters['response_format'] = patch.response_format
  return { ...base, model: { ...base.model, parameters } }
}
