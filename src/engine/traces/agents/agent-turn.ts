import { AttributeReader } from '../reading/attribute-reader.ts'
import type { Attributes, AttributeValue } from '../span.ts'
import type { AgentLog, AgentStep, LogRecord } from './agent-log.ts'

/** The event of the GenAI conventions that carries messages. */
const detailsEvent = 'gen_ai.client.inference.operation.details'
/** Name of the step for a prompt in a session that is one trace. */
export const userPromptName = 'user prompt'

/** A longer duration, in milliseconds, is an error of the agent. */
const maxDuration = 7 * 24 * 3_600_000

interface StepParts {
  readonly name: string
  /** Milliseconds from the start of the step to the record's time. */
  readonly duration?: number | null
  readonly error?: string | null
  readonly attributes: Readonly<Record<string, AttributeValue | undefined>>
}

interface CallParts {
  /** Identifies the call within the turn; null if the agent gives no key, so that the record is the call. */
  readonly key: string | null
  readonly provider: string
  readonly model: string | null
  readonly input?: number | null
  readonly output?: number | null
  readonly cacheRead?: number | null
  readonly cacheWrite?: number | null
  readonly reasoning?: number | null
  readonly duration: number | null
  readonly error?: string | null
  readonly attributes?: StepParts['attributes']
}

interface ToolParts {
  readonly name: string | null
  readonly arguments: AttributeValue | undefined
  readonly result?: AttributeValue | undefined
  readonly duration: number | null
  readonly error: string | null
}

/**
 * One log record in its turn: the trace of one prompt, or of a whole session if the agent does not say to which prompt
 * a record belongs. The result depends on the record alone, so that a record sent twice is one step.
 */
export class AgentTurn {
  readonly #agent: string
  readonly #record: LogRecord
  readonly #trace: string
  readonly read: AttributeReader

  constructor(agent: string, record: LogRecord, ...turn: readonly (string | null)[]) {
    this.#agent = agent
    this.#record = record
    this.#trace = JSON.stringify([agent, ...turn])
    this.read = new AttributeReader(record.attributes)
  }

  /** The parent step of all others, with the prompt if the agent logs it. */
  root(input: AttributeValue | undefined): AgentLog {
    return { step: { ...this.#step(this.#trace, this.#agentStep(this.#agent, input)), parent: null } }
  }

  /** The step for a prompt in a session that is one trace. */
  prompt(input: AttributeValue | undefined): AgentLog {
    return { step: this.#step(this.#ownKey(), this.#agentStep(userPromptName, input)) }
  }

  call(parts: CallParts): AgentLog {
    const { key, provider, model, input, output, cacheRead, cacheWrite, reasoning, attributes } = parts
    return {
      step: this.#step(key === null ? this.#ownKey() : this.#callKey(key), {
        name: `chat ${model ?? 'unknown model'}`,
        duration: parts.duration,
        error: parts.error ?? null,
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': provider,
          'gen_ai.request.model': model ?? undefined,
          'gen_ai.usage.input_tokens': input ?? undefined,
          'gen_ai.usage.output_tokens': output ?? undefined,
          'gen_ai.usage.cache_read.input_tokens': cacheRead ?? undefined,
          'gen_ai.usage.cache_creation.input_tokens': cacheWrite ?? undefined,
          'gen_ai.usage.reasoning.output_tokens': reasoning ?? undefined,
          ...attributes,
        },
      }),
    }
  }

  /** Messages of the call with that key, if the agent logs them in a record of their own. */
  messages(key: string, direction: 'input' | 'output', messages: AttributeValue): AgentLog {
    const attributes = new Map([[`gen_ai.${direction}.messages`, messages]])
    const { time } = this.#record
    return {
      trace: this.#trace,
      key: this.#callKey(key),
      event: { name: detailsEvent, time, attributes, source: 'log' },
    }
  }

  tool({ name, arguments: argumentsText, result, duration, error }: ToolParts): AgentLog {
    return {
      step: this.#step(this.#ownKey(), {
        name: `execute_tool ${name ?? 'unknown tool'}`,
        duration,
        error,
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': name ?? undefined,
          'gen_ai.tool.call.arguments': argumentsText,
          'gen_ai.tool.call.result': result,
        },
      }),
    }
  }

  /** The step for an answer that does not name its call. */
  answer(text: AttributeValue | undefined): AgentLog {
    return { step: this.#step(this.#ownKey(), { name: 'answer', attributes: { 'output.value': text } }) }
  }

  #agentStep(name: string, input: AttributeValue | undefined): StepParts {
    return {
      name,
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': this.#agent,
        'input.value': input,
      },
    }
  }

  #step(key: string, { name, duration, error, attributes }: StepParts): AgentStep {
    const { time, resource } = this.#record
    const milliseconds = Math.min(Math.max(duration ?? 0, 0), maxDuration)
    return {
      trace: this.#trace,
      key,
      parent: this.#trace,
      name,
      startedAt: earlier(time, milliseconds),
      endedAt: time,
      error: error ?? null,
      attributes: withMeaning(this.#record.attributes, attributes),
      resource,
    }
  }

  #callKey(key: string): string {
    return JSON.stringify([this.#trace, 'call', key])
  }

  /**
   * A key for a record without one. Agents number their records, but begin again in each process of a
   * session, so the key has the time too.
   */
  #ownKey(): string {
    const { time, eventName, attributes } = this.#record
    const words = ['event.name', 'event.sequence', 'event.timestamp', 'call_id', 'tool_use_id'].map((name) =>
      this.read.text(name),
    )
    return JSON.stringify([this.#trace, String(time), eventName, words, attributes.size])
  }
}

/** `time` minus a duration; at least 0 (1970), because a record may have no time. */
export function earlier(time: bigint, milliseconds: number): bigint {
  const nanoseconds = BigInt(Math.round(milliseconds * 1_000_000))
  return nanoseconds < time ? time - nanoseconds : 0n
}

function withMeaning(attributes: Attributes, meaning: StepParts['attributes']): Attributes {
  const all = new Map(attributes)
  for (const [name, value] of Object.entries(meaning)) if (value !== undefined) all.set(name, value)
  return all
}
