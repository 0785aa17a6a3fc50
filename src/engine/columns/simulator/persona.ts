import type { Json } from '../../json/json.ts'
import type { JudgeNeed } from '../need.ts'
import { isObject, toText } from '../values/coercions.ts'

const instructions = [
  'You play the user in a conversation with an assistant. Stay in the role that the persona describes.',
  'Write what this user would write next: one message, in their words, without explanations.',
  'The conversation is over when the persona has what they wanted, gives up, or would leave.',
]

const schema = {
  type: 'object',
  properties: {
    reasoning: { type: 'string' },
    is_over: { type: 'boolean' },
    message: { type: 'string' },
  },
  required: ['reasoning', 'is_over', 'message'],
  additionalProperties: false,
}

export interface Scene {
  readonly persona: string
  /** When the conversation ends, from the config; if empty, the persona decides. */
  readonly guidance: string
  readonly samples: readonly Json[]
}

/** The need whose answer is the user's next message, or the end of the conversation. */
export function personaNeed(scene: Scene, messages: readonly Json[]): JudgeNeed {
  const guidance = scene.guidance === '' ? [] : [`The conversation is over when: ${scene.guidance}`]
  const samples = scene.samples.map((sample) => `<sample>\n${transcript(sample)}\n</sample>`)
  const first = messages.length === 0 ? ['The conversation has not begun: open it.'] : []
  return {
    kind: 'judge',
    system: [...instructions, ...guidance, `<persona>\n${scene.persona}\n</persona>`, ...samples].join('\n'),
    user: [...first, `<conversation>\n${transcript(messages)}\n</conversation>`].join('\n'),
    schema,
  }
}

function transcript(messages: Json): string {
  if (!Array.isArray(messages)) return toText(messages)
  return messages
    .map((message: Json) =>
      isObject(message)
        ? `${toText(message['role'] ?? null)}: ${toText(message['content'] ?? null)}`
        : toText(message),
    )
    .join('\n')
}

/** The persona's next message; null if the conversation is over, undefined if the answer cannot be parsed. */
export function readPersona(answer: Json, mayEnd: boolean): string | null | undefined {
  if (!isObject(answer) || typeof answer['is_over'] !== 'boolean') return undefined
  if (answer['is_over'] && mayEnd) return null
  return typeof answer['message'] === 'string' && answer['message'] !== '' ? answer['message'] : undefined
}
