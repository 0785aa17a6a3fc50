import { z } from 'zod'
import type { Json, JsonObject } from '../../json/json.ts'
import type { Inputs, Reference, Step } from '../column.ts'
import {
  columnName,
  exactlyOne,
  filledText,
  flag,
  json,
  mappings,
  notBoth,
  orNull,
  text,
  wholeNumber,
} from '../config/fields.ts'
import { configReader } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed, failedWith } from '../failures.ts'
import type { Answer } from '../need.ts'
import {
  inlineTemplate,
  oneTemplate,
  registryTemplate,
  templateChoice,
  templateSpelling,
} from '../prompt/config.ts'
import { fromMapping, fromSource, sourceValue, variablesOf } from '../references.ts'
import { personaNeed, readPersona, type Scene } from '../simulator/persona.ts'
import { need, value } from '../steps.ts'
import { isList, isObject, toText } from '../values/coercions.ts'

/** The answer of a prompt as a message: its text and tool calls. */
function assistantMessage(answer: Json): JsonObject {
  if (!isObject(answer)) return { role: 'assistant', content: toText(answer) }
  const calls = answer['tool_calls']
  if (isList(calls) && calls.length > 0) {
    return { role: 'assistant', content: toText(answer['content'] ?? null), tool_calls: calls }
  }
  return { role: 'assistant', content: toText(answer['content'] ?? answer) }
}

const STANDARD_TURNS = 10
const MAX_TURNS = 150
const MAX_OUTPUT = 5_000_000
const MAPPING = 'prompt_template_variable_mappings'

const schema = z
  .looseObject({
    template: orNull(registryTemplate),
    inline_template: orNull(inlineTemplate),
    [MAPPING]: mappings.default({}),
    user_persona: orNull(filledText()),
    user_persona_source: orNull(columnName),
    conversation_completed_prompt: orNull(text()),
    conversation_completed_prompt_source: orNull(columnName),
    is_user_first: flag(false),
    max_turns: orNull(wholeNumber(1, MAX_TURNS)),
    conversation_samples: orNull(z.array(json, 'must be a list.').max(20, 'has more than 20 samples.')),
  })
  .superRefine(oneTemplate)
  .superRefine(exactlyOne('user_persona', 'user_persona_source'))
  .superRefine(notBoth('conversation_completed_prompt', 'conversation_completed_prompt_source'))

type Config = z.output<typeof schema>

/** A persona, played by a model, talks to a prompt template; the value is the transcript. */
export const conversationSimulator = defineColumn<Config>({
  type: 'CONVERSATION_SIMULATOR',
  cost: 'model',
  score: () => 'none',
  config: configReader(schema, templateSpelling),
  dependsOn: references,
  evaluator(config) {
    const simulation = new Simulation(config)
    return {
      prepare: (inputs) => simulation.begin(inputs),
      complete: (inputs, state, answer) => simulation.continueFrom(inputs, state, answer),
    }
  },
})

function references(config: Config): readonly Reference[] {
  return [
    ...fromMapping(MAPPING, config[MAPPING]),
    ...(['user_persona_source', 'conversation_completed_prompt_source'] as const).flatMap((key) =>
      config[key] == null ? [] : [fromSource(key, config[key])],
    ),
  ]
}

/** The transcript is the whole state; it determines the next speaker. */
class Simulation {
  private readonly config: Config
  private readonly columns: readonly Reference[]

  constructor(config: Config) {
    this.config = config
    this.columns = references(config)
  }

  begin(inputs: Inputs): Step {
    const scene = this.scene(inputs)
    if (scene.persona === '') return failed('missing_value', 'The persona has no text.')
    return this.config.is_user_first ? this.askPersona(inputs, []) : this.askPrompt(inputs, [])
  }

  continueFrom(inputs: Inputs, state: Json, answer: Answer): Step {
    const messages = isObject(state) && isList(state['messages']) ? state['messages'] : []
    if (!answer.ok) return failedWith(answer.failure, messages)
    const last = messages.at(-1)
    const lastRole = isObject(last) ? last['role'] : null
    const personaSpoke = lastRole === null ? this.config.is_user_first : lastRole === 'assistant'
    return personaSpoke
      ? this.afterPersona(inputs, messages, answer.value)
      : this.afterPrompt(inputs, messages, answer.value)
  }

  private afterPersona(inputs: Inputs, messages: readonly Json[], answer: Json): Step {
    const message = readPersona(answer, messages.length > 0)
    if (message === undefined) return failed('bad_answer', 'The persona did not say anything.', messages)
    if (message === null) return value(messages, { stop_reason: 'completed' })
    return this.askPrompt(inputs, [...messages, { role: 'user', content: message }])
  }

  private afterPrompt(inputs: Inputs, messages: readonly Json[], answer: Json): Step {
    const all = [...messages, assistantMessage(answer)]
    if (JSON.stringify(all).length > MAX_OUTPUT)
      return failed('too_large', 'The conversation is too long.', messages)
    const turns = all.filter((message) => isObject(message) && message['role'] === 'assistant').length
    if (turns >= (this.config.max_turns ?? STANDARD_TURNS)) return value(all, { stop_reason: 'max_turns' })
    return this.askPersona(inputs, all)
  }

  private askPersona(inputs: Inputs, messages: readonly Json[]): Step {
    return need(personaNeed(this.scene(inputs), messages), { messages })
  }

  private askPrompt({ values }: Inputs, messages: readonly Json[]): Step {
    const variables = variablesOf(this.columns, values, MAPPING)
    const call = {
      kind: 'prompt',
      template: templateChoice(this.config),
      variables,
      history: messages,
    } as const
    return need(call, { messages })
  }

  private scene({ values }: Inputs): Scene {
    const persona =
      sourceValue(this.columns, values, 'user_persona_source') ?? this.config.user_persona ?? null
    const guidance =
      sourceValue(this.columns, values, 'conversation_completed_prompt_source') ??
      this.config.conversation_completed_prompt ??
      null
    return {
      persona: toText(persona).trim(),
      guidance: toText(guidance).trim(),
      samples: this.config.conversation_samples ?? [],
    }
  }
}
