import type { Answer } from '../api/index.ts'
import { askedOf, literalsOf } from '../requests/index.ts'
import type { WrittenValues } from '../running/forms.ts'
import { type Bench, newId } from './variant.ts'

interface Message {
  readonly role?: unknown
  readonly content?: unknown
}

/** What is asked, of whom, and with which values. */
export interface Asked {
  readonly prompt: string | null
  readonly version?: number | undefined
  readonly template: Readonly<Record<string, unknown>>
  readonly metadata: unknown
  readonly provider: string
  readonly model: string
  readonly values: WrittenValues
}

/** A logged request as one variant and one case: what is sent is what was sent. */
export function benchOf(request: Answer<'readRequest'>): Bench {
  const { prompt_template, metadata } = askedOf(request)
  const template = prompt_template as unknown as Asked['template']
  const { provider, model } = request
  return benchOfAsked({
    prompt: null,
    template,
    metadata,
    provider,
    model,
    values: literalsOf(messagesOf(template)),
  })
}

/** The texts of the system's message and of the last of the user can be written on; the rest comes along. */
export function benchOfAsked({ prompt, version, template, metadata, provider, model, values }: Asked): Bench {
  const { messages, type: _type, ...rest } = template
  const all = messagesOf(template)
  const system = all[0]?.role === 'system' ? textOf(all[0]) : null
  const others = system === null ? all : all.slice(1)
  const last = others.at(-1)
  const user = last?.role === 'user' ? textOf(last) : null
  const variant = {
    id: newId(),
    prompt,
    ...(version !== undefined && { version }),
    system: system ?? '',
    user: user ?? '',
    provider,
    model,
    parameters: parametersOf(metadata),
    kept: {
      messages: user === null ? others : others.slice(0, -1),
      template: messages ? rest : {},
    },
  }
  return { variants: [variant], cases: [{ id: newId(), values }] }
}

const messagesOf = (template: Asked['template']): readonly Message[] =>
  (template['messages'] as readonly Message[] | undefined) ?? [{ role: 'user', content: template['content'] }]

/** Null: more than a text of the usual format. */
function textOf(message: Message): string | null {
  const { content, template_format, name } = message as Message & {
    template_format?: unknown
    name?: unknown
  }
  if (template_format === 'jinja2' || name != null) return null
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
