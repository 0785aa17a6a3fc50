import { z } from 'zod'
import type { Json } from '../../json/json.ts'
import { PromptTemplate } from '../../template/blueprint/index.ts'
import type { Inputs, Reference, Step } from '../column.ts'
import {
  columnName,
  filledText,
  flag,
  mappings,
  notBoth,
  objectOf,
  orNull,
  wholeNumber,
} from '../config/fields.ts'
import type { Spelling } from '../config/read.ts'
import { failed, sourceLabel } from '../failures.ts'
import type { ModelChoice, PromptNeed, TemplateChoice } from '../need.ts'
import { fromMapping, fromSource, sourceIndex } from '../references.ts'
import { isEmpty } from '../values/coercions.ts'
import { listOf } from '../values/required.ts'

const MAX_ID = 2_147_483_647

const parameters = z.record(z.string(), z.unknown(), 'must be an object.')

const model = objectOf({
  provider: filledText('the name of a provider'),
  name: filledText('the name of a model'),
  parameters: orNull(parameters),
})

/** A template of the registry; without version and label, the latest version. */
export const registryTemplate = objectOf({
  name: orNull(filledText('the name of a template')),
  id: orNull(wholeNumber(1, MAX_ID)),
  version_number: orNull(wholeNumber(1, MAX_ID)),
  label: orNull(filledText('the name of a label')),
})
  .superRefine(notBoth('version_number', 'label'))
  .superRefine((template, context) => {
    if (template.name != null || template.id != null) return
    context.addIssue({ code: 'custom', path: ['name'], message: 'is required unless id is given.' })
  })

export const inlineTemplate = objectOf({
  inline: z.literal(true, 'must be true.').optional(),
  prompt_template: PromptTemplate,
  metadata: orNull(objectOf({ model: orNull(model) })),
  provider_id: orNull(wholeNumber(1, MAX_ID)),
  provider_base_url_name: orNull(filledText('the name of a connection')),
})

const engine = objectOf({
  provider: filledText('the name of a provider'),
  model: filledText('the name of a model'),
  parameters: orNull(parameters),
})

export const promptFields = {
  template: orNull(registryTemplate),
  inline_template: orNull(inlineTemplate),
  prompt_template_variable_mappings: mappings.default({}),
  engine: orNull(engine),
  verbose: flag(false),
  measure_first_token: flag(false),
  return_template_only: flag(false),
  hydrate_input_variables: flag(true),
  chat_history_source: orNull(columnName),
}

export type PromptConfig = z.output<z.ZodObject<typeof promptFields>>

type Fields = Readonly<Record<string, unknown>>

/** A check for `superRefine`: a template of exactly one kind is required. */
export function oneTemplate(config: Fields, context: z.RefinementCtx): void {
  const registered = config['template'] != null
  if (registered !== (config['inline_template'] != null)) return
  const message = registered
    ? 'cannot be combined with inline_template.'
    : 'is required unless inline_template is given.'
  context.addIssue({ code: 'custom', path: ['template'], message })
}

/** Older spellings inside `template`. */
export const templateSpelling: Spelling = (configInput) => {
  const templateInput = configInput['template']
  if (typeof templateInput !== 'object' || templateInput === null) return
  const template = { ...templateInput } as Record<string, unknown>
  for (const [from, to] of [
    ['prompt_name', 'name'],
    ['version', 'version_number'],
    ['version_label', 'label'],
  ] as const) {
    if (template[from] === undefined || template[to] !== undefined) continue
    template[to] = template[from]
    delete template[from]
  }
  configInput['template'] = template
}

const MAPPING = 'prompt_template_variable_mappings'

/** Sources of the template's variables and of the chat history. */
export function promptReferences(config: PromptConfig): readonly Reference[] {
  const references = fromMapping(MAPPING, config.prompt_template_variable_mappings)
  if (config.chat_history_source == null) return references
  return [...references, fromSource('chat_history_source', config.chat_history_source)]
}

/** The earlier messages, null for none; or a failure. */
export function historyOf(references: readonly Reference[], inputs: Inputs): readonly Json[] | null | Step {
  const index = sourceIndex(references, 'chat_history_source')
  const chatHistory = inputs.values[index] ?? null
  if (isEmpty(chatHistory)) return null
  const messages = listOf(chatHistory)
  return messages ?? failed('not_a_list', `${sourceLabel(inputs, index)} is not a list of messages.`)
}

/** Prompt needs of all cells, with the parts shared by the cells; `history` is appended to the chat. */
export function promptNeeds(config: PromptConfig) {
  const shared: Omit<PromptNeed, 'variables' | 'history'> = {
    kind: 'prompt',
    template: templateChoice(config),
    ...(config.engine == null ? {} : { model: modelChoice({ ...config.engine, name: config.engine.model }) }),
    ...(config.return_template_only ? { templateOnly: true } : {}),
    ...(config.hydrate_input_variables ? {} : { hydrate: false }),
    ...(config.verbose ? { verbose: true } : {}),
    ...(config.measure_first_token ? { measuresFirstToken: true } : {}),
  }
  return (variables: Readonly<Record<string, Json>>, history: readonly Json[] | null): PromptNeed => ({
    ...shared,
    variables,
    ...(history === null ? {} : { history }),
  })
}

/** The template that a config names or contains. */
export function templateChoice(config: Pick<PromptConfig, 'template' | 'inline_template'>): TemplateChoice {
  const { template, inline_template: inline } = config
  if (inline != null) {
    const chosen = inline.metadata?.model
    const { provider_id, provider_base_url_name } = inline
    const connection = { provider_id, provider_base_url_name }
    return {
      inline: inline.prompt_template,
      ...(chosen == null ? {} : { model: modelChoice(chosen) }),
      ...(provider_id == null && provider_base_url_name == null ? {} : { connection }),
    }
  }
  const identifier = template?.id != null ? { id: template.id } : { name: template!.name! }
  return {
    ...identifier,
    ...(template?.version_number == null ? {} : { version: template.version_number }),
    ...(template?.label == null ? {} : { label: template.label }),
  }
}

function modelChoice(chosen: z.output<typeof model>): ModelChoice {
  return {
    provider: chosen.provider,
    name: chosen.name,
    ...(chosen.parameters == null ? {} : { parameters: chosen.parameters }),
  }
}
