import type { z } from 'zod'
import type { Reference } from '../column.ts'
import { choice, flag, mappings, maybe, objectOf } from '../config/fields.ts'
import { nullsLeftOut, type Spelling } from '../config/read.ts'
import type { Json } from '../json.ts'
import type { Need } from '../need.ts'
import { oneTemplate, promptFields, promptNeeds, templateSpelling } from '../prompt/config.ts'
import { fromMapping, fromSource, sourceValue, variablesOf } from '../references.ts'
import { isEmpty } from '../values/coercions.ts'
import { listOf } from '../values/required.ts'
import { oneWorkflow, workflowFields, workflowNeed, workflowSpelling } from '../workflow/config.ts'

/** What one iteration sees although no column is called so. */
export const specialNames = ['loop_index', 'previous_outputs', '_iterator_item'] as const

const prompt = objectOf(promptFields).superRefine(oneTemplate)
const workflow = objectOf({ ...workflowFields, input_mappings: mappings.default({}) }).superRefine(
  oneWorkflow,
)

export const loopFields = {
  loop_type: choice(['prompt', 'workflow']),
  prompt_config: maybe(prompt),
  workflow_config: maybe(workflow),
  return_all_outputs: flag(false),
  variable_mappings: mappings.default({}),
}

export type LoopConfig = z.output<z.ZodObject<typeof loopFields>>

/** For `superRefine`: the config of the kind that is looped over. */
export function oneBody(config: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  const key = config['loop_type'] === 'prompt' ? 'prompt_config' : 'workflow_config'
  if (config[key] == null) context.addIssue({ code: 'custom', path: [key], message: 'is required.' })
  for (const name of specialNames) {
    if (!Object.hasOwn(config['variable_mappings'] as object, name)) continue
    context.addIssue({ code: 'custom', path: ['variable_mappings', name], message: 'is filled by the loop.' })
  }
}

/** The older spellings of what is inside. */
export const bodySpelling: Spelling = (sent) => {
  for (const [key, spelling] of [
    ['prompt_config', templateSpelling],
    ['workflow_config', workflowSpelling],
  ] as const) {
    const inner = sent[key]
    if (typeof inner !== 'object' || inner === null) continue
    const copy = { ...inner } as Record<string, unknown>
    spelling(copy)
    nullsLeftOut(key === 'prompt_config' ? prompt : workflow)(copy)
    sent[key] = copy
  }
}

const KEY = 'variable_mappings'

/** Variables and what fills them; where both name one, the mapping inside wins. */
function mappingOf(config: LoopConfig): Readonly<Record<string, string>> {
  const inner =
    config.loop_type === 'prompt'
      ? config.prompt_config!.prompt_template_variable_mappings
      : config.workflow_config!.input_mappings
  return { ...config.variable_mappings, ...inner }
}

function isSpecial(target: string): boolean {
  return (specialNames as readonly string[]).includes(target)
}

export function bodyReferences(config: LoopConfig): readonly Reference[] {
  const columns = Object.entries(mappingOf(config)).filter(([, target]) => !isSpecial(target))
  const history = config.loop_type === 'prompt' ? config.prompt_config!.chat_history_source : null
  return [
    ...fromMapping(KEY, Object.fromEntries(columns)),
    ...(history == null ? [] : [fromSource('chat_history_source', history)]),
  ]
}

/** The work of one iteration. */
export function bodyNeed(
  config: LoopConfig,
  references: readonly Reference[],
  values: readonly Json[],
  special: Readonly<Record<(typeof specialNames)[number], Json>>,
): Need {
  const filled = Object.entries(mappingOf(config)).flatMap(([variable, target]): [string, Json][] =>
    isSpecial(target) ? [[variable, special[target as keyof typeof special]]] : [],
  )
  const variables = { ...special, ...variablesOf(references, values, KEY), ...Object.fromEntries(filled) }
  if (config.loop_type === 'workflow') {
    return workflowNeed(config.workflow_config!, variables, config.return_all_outputs)
  }
  const history = sourceValue(references, values, 'chat_history_source') ?? null
  const needOf = promptNeeds(config.prompt_config!)
  return needOf(variables, isEmpty(history) ? null : (listOf(history) ?? null))
}
