import type { ChatTemplate, Message } from '../../../engine/template/blueprint/index.ts'
import type { Version } from '../../../engine/template/diff/index.ts'
import { blankChat, textMessage } from '../blank.ts'

export interface Starter {
  readonly title: string
  readonly description: string
  readonly messages: readonly Message[]
  /** Properties of the JSON that the model answers with. */
  readonly answer?: Readonly<Record<string, object>>
}

const history: Message = {
  role: 'placeholder',
  name: 'history',
  content: null,
  input_variables: [],
  template_format: 'f-string',
  raw_request_display_role: '',
}

export const starters: readonly Starter[] = [
  {
    title: 'Answer from a text',
    description: 'Answers a question only with facts of a text.',
    messages: [
      textMessage(
        'system',
        'Answer the question with facts of the text only. If the text has no answer, say that you do not know.',
      ),
      textMessage('user', 'Text:\n{text}\n\nQuestion: {question}'),
    ],
  },
  {
    title: 'Classify',
    description: 'Puts a message into one category, as JSON.',
    messages: [
      textMessage('system', 'Choose the category that fits the message best. Give your reason first.'),
      textMessage('user', '{message}'),
    ],
    answer: {
      reason: { type: 'string', description: 'One sentence' },
      category: { type: 'string', enum: ['question', 'complaint', 'order', 'other'] },
    },
  },
  {
    title: 'Extract fields',
    description: 'Reads names, dates and amounts from a document, as JSON.',
    messages: [
      textMessage(
        'system',
        'Extract the fields from the document. Leave a field empty if the document lacks it.',
      ),
      textMessage('user', '{document}'),
    ],
    answer: {
      name: { type: 'string', description: 'Name of the person or company' },
      date: { type: 'string', description: 'As YYYY-MM-DD' },
      amount: { type: 'string', description: 'With its currency' },
    },
  },
  {
    title: 'Conversation',
    description: 'Replies to the last message; the application passes the messages before it.',
    messages: [
      textMessage('system', 'You help customers of {company}. Be brief and friendly.'),
      history,
      textMessage('user', '{message}'),
    ],
  },
]

const jsonAnswer = (properties: Readonly<Record<string, object>>) => ({
  type: 'json_schema',
  json_schema: {
    name: 'answer',
    strict: true,
    schema: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
  },
})

/** The version with the messages of the starter. Without a model it has no response format. */
export function startedWith({ messages, answer }: Starter, { metadata }: Version): Version {
  const template: ChatTemplate = { ...blankChat, messages: [...messages] }
  const model = metadata?.model
  if (!model || !answer) return { template, metadata }
  const parameters = { ...model.parameters, response_format: jsonAnswer(answer) }
  return { template, metadata: { ...metadata, model: { ...model, parameters } } }
}
