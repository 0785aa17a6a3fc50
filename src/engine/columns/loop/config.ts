import type { z } from 'zod'
import type { Json } from '../../json/json.ts'
import type { Inputs, Reference, Step } from '../column.ts'
import { choice, flag, mappings, objectOf, orNull } from '../config/fields.ts'
import { removeNulls, type Spelling } from '../config/read.ts'
import { historyOf, oneTemplate, promptFields, promptNeeds, templateSpelling } from '../prompt/config.ts'
import { fromMapping, fromSource, variablesOf } from '../references.ts'
import { need } from '../steps.ts'
import { oneWorkflow, workflowFields, workflowNeed, workflowSpelling } from '../workflow/config.ts'

/** Variables of an iteration that are not columns. */
export const specialNames = ['loop_index', 'previous_outputs', '_iterator_item'] as const

const prompt = objectOf(promptFields).superRefine(oneTemplate)
const workflow = objectOf({ ...workflowFields, input_mappings: mappings.default({}) }).superRefine(
  oneWorkflow,
)

export const loopFields = {
  loop_type: choice(['prompt', 'workflow']),
  prompt_config: orNull(prompt),
  workflow_config: orNull(workflow),
  return_all_outputs: flag(false),
  variable_mappings: mappings.default({}),
}

export type LoopConfig = z.output<z.ZodObject<typeof loopFields>>

/** A check for `superRefine`: the loop's type has its config, and no column is mapped to a name that the loop fills. */
export function oneBody(config: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  const key = config['loop_type'] === 'prompt' ? 'prompt_config' : 'workflow_config'
  if (config[key] == null) context.addIssue({ code: 'custom', path: [key], message: 'is required.' })
  for (const name of specialNames) {
    if (!Object.hasOwn(config['variable_mappings'] as object, name)) continue
    context.addIssue({ code: 'custom', path: ['variable_mappings', name], message: 'is filled by the loop.' })
  }
}

/** Older spellings inside the body's config. */
export const bodySpelling: Spelling = (configInput) => {
  for (const [key, spelling] of [
    ['prompt_config', templateSpelling],
    ['workflow_config', workflowSpelling],
  ] as const) {
    const inner = configInput[key]
    if (typeof inner !== 'object' || inner === null) continue
    const copy = { ...inner } as Record<string, unknown>
    spelling(copy)
    removeNulls(key === 'prompt_config' ? prompt : workflow)(copy)
    configInput[key] = copy
  }
}

const KEY = 'variable_mappings'

/** Variables with their sources; the inner mapping wins. */
function mappingOf(config: LoopConfig): Readonly<Record<string, string>> {
  return { ...config.variable_mappings, ...innerMapping(config).mapping }
}

function innerMapping({ loop_type: type, prompt_config: prompt, workflow_config: workflow }: LoopConfig) {
  return type === 'prompt'
    ? {
        path: 'prompt_config.prompt_template_variable_mappings',
        mapping: prompt!.prompt_template_variable_mappings,
      }
    : { path: 'workflow_config.input_mappings', mapping: workflow!.input_mappings }
}

function isSpecial(target: string): boolean {
  return (specialNames as readonly string[]).includes(target)
}

export function bodyReferences(config: LoopConfig): readonly Reference[] {
  const columns = Object.entries(mappingOf(config)).filter(([, target]) => !isSpecial(target))
  const { path, mapping } = innerMapping(config)
  const history = config.loop_type === 'prompt' ? config.prompt_config!.chat_history_source : null
  return [
    ...fromMapping(KEY, Object.fromEntries(columns)).map((reference) => {
      const name = String(reference.meta!['variable_name'])
      return Object.hasOwn(mapping, name) ? { ...reference, path: `${path}.${name}` } : reference
    }),
    ...(history == null
      ? []
      : [{ ...fromSource('chat_history_source', history), path: 'prompt_config.chat_history_source' }]),
  ]
}

/** The need of one iteration; `state` is stored until it is answered. */
export function bodyStep(
  config: LoopConfig,
  references: readonly Reference[],
  inputs: Inputs,
  special: Readonly<Record<(typeof specialNames)[number], Json>>,
  state: Json,
): Step {
  const filled = Object.entries(mappingOf(config)).flatMap(([variable, target]): [string, Json][] =>
    isSpecial(target) ? [[variable, special[target as keyof typeof special]]] : [],
  )
  const variables = {
    ...special,
    ...variablesOf(references, inputs.values, KEY),
    ...Object.fromEntries(filled),
  }
  if (config.loop_type === 'workflow') {
    return need(workflowNeed(config.workflow_config!, variables, config.return_all_outputs), state)
  }
  const history = historyOf(references, inputs)
  if (history !== null && 'kind' in history) return history
  return need(promptNeeds(config.prompt_config!)(variables, history), state)
}
