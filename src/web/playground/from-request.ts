import type { Answer } from '../api/index.ts'
import { askedOf, literalsOf } from '../requests/index.ts'
import { type Bench, newId } from './variant.ts'

interface Message {
  readonly role?: unknown
  readonly content?: unknown
}

/** A logged request as one variant and one case: what is sent is what was sent. */
export function benchOf(request: Answer<'readRequest'>): Bench {
  const { prompt_template, metadata } = askedOf(request)
  const {
    messages,
    type: _type,
    ...template
  } = prompt_template as unknown as {
    messages?: readonly Message[]
  } & Record<string, unknown>
  const all = messages ?? [{ role: 'user', content: template['content'] }]
  const system = all[0]?.role === 'system' ? textOf(all[0]) : null
  const rest = system === null ? all : all.slice(1)
  const last = rest.at(-1)
  const user = last?.role === 'user' ? textOf(last) : null
  const { temperature, ...parameters } = parametersOf(metadata)
  const variant = {
    id: newId(),
    prompt: null,
    system: system ?? '',
    user: user ?? '',
    provider: request.provider,
    model: request.model,
    temperature: typeof temperature === 'number' ? String(temperature) : '',
    kept: {
      messages: user === null ? rest : rest.slice(0, -1),
      template: messages ? template : {},
      parameters,
    },
  }
  return { variants: [variant], cases: [{ id: newId(), values: literalsOf(all) }] }
}

/** Null: more than text. */
function textOf({ content }: Message): string | null {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return null
  const blocks = content as readonly { type?: unknown; text?: unknown }[]
  return blocks.every(({ type, text }) => type === 'text' && typeof text === 'string')
    ? blocks.map(({ text }) => text).join('\n')
    : null
}

function parametersOf(metadata: unknown): Record<string, unknown> {
  const { model } = (metadata ?? {}) as { model?: { parameters?: Record<string, unknown> } | null }
  return { ...model?.parameters }
}
