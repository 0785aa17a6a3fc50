/** A step of a turn. Times are in milliseconds from the start of the turn; `parent` is the index of the parent step. */
export interface Step {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly parent: number | null
  readonly attributes: Readonly<Record<string, unknown>>
  readonly problem?: string
}

type Times = Pick<Step, 'from' | 'to' | 'parent'>

interface MessagePart {
  readonly type: 'text' | 'tool_call' | 'tool_call_response'
  readonly [name: string]: unknown
}

interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly parts: readonly MessagePart[]
}

const textMessage = (role: Message['role'], content: string): Message => ({
  role,
  parts: [{ type: 'text', content }],
})
const toolCall = (id: string, name: string, args: object): Message => ({
  role: 'assistant',
  parts: [{ type: 'tool_call', id, name, arguments: args }],
})
const toolResponse = (id: string, response: object): Message => ({
  role: 'tool',
  parts: [{ type: 'tool_call_response', id, response }],
})

const agent = (name: string, times: Times, question: string, answer: string): Step => ({
  name: `invoke_agent ${name}`,
  ...times,
  attributes: {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': name,
    'session.id': 'ticket-4711',
    'user.id': 'customer-42',
    'gen_ai.input.messages': JSON.stringify([textMessage('user', question)]),
    'gen_ai.output.messages': JSON.stringify([textMessage('assistant', answer)]),
  },
})

interface Tokens {
  readonly input: number
  readonly output: number
}

const chat = (
  model: string,
  times: Times,
  tokens: Tokens,
  input: readonly Message[],
  output: Message,
): Step => ({
  name: `chat ${model}`,
  ...times,
  attributes: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': model,
    'gen_ai.usage.input_tokens': tokens.input,
    'gen_ai.usage.output_tokens': tokens.output,
    'gen_ai.response.time_to_first_chunk': (times.to - times.from) / 4_000,
    'gen_ai.input.messages': JSON.stringify(input),
    'gen_ai.output.messages': JSON.stringify([output]),
  },
})

const tool = (name: string, times: Times, args: object, result: object | null, problem?: string): Step => ({
  name: `execute_tool ${name}`,
  ...times,
  attributes: {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.arguments': JSON.stringify(args),
    ...(result && { 'gen_ai.tool.call.result': JSON.stringify(result) }),
  },
  ...(problem !== undefined && { problem }),
})

const system = textMessage(
  'system',
  'You answer tickets of an outdoor shop. Look up an order before you write about it.',
)
const order = { order: 'A-55102' }
const orderResult = { order: 'A-55102', item: 'Tent Fjell 2', parcel: 'P-90377', ordered: '9 days ago' }
const parcel = { parcel: 'P-90377' }
const parcelStatus = { parcel: 'P-90377', status: 'left the warehouse', arrives: 'Thursday' }

const where = 'Where is my tent? I ordered it nine days ago, order A-55102.'
const arrives = 'Your tent left our warehouse this morning and arrives on Thursday. I am sorry for the delay.'
const orderMessages = [
  system,
  textMessage('user', where),
  toolCall('call_1', 'lookup_order', order),
  toolResponse('call_1', orderResult),
]
const office = 'Then please send it to my office: Storgata 8, Oslo.'
const newAddress = { ...parcel, address: 'Storgata 8, Oslo' }
const changed = 'Done: the parcel now goes to Storgata 8, Oslo. It still arrives on Thursday.'
const officeMessages = [...orderMessages, textMessage('assistant', arrives), textMessage('user', office)]
const refund = 'Can I get the shipping costs back, as it is late?'
const policy = { title: 'Late parcels', text: 'Shipping is refunded for parcels later than seven days.' }
const refunded = 'Yes. Parcels later than seven days get their shipping back, so we refund 79 kr.'

/** The turns of one customer's conversation about a late parcel, with a tool that fails and is tried again. */
export const turns: readonly (readonly Step[])[] = [
  [
    agent('support-desk', { from: 0, to: 7_420, parent: null }, where, arrives),
    agent('triage', { from: 10, to: 700, parent: 0 }, where, 'delivery'),
    chat(
      'gpt-4o-mini',
      { from: 20, to: 690, parent: 1 },
      { input: 263, output: 4 },
      [textMessage('system', 'Answer with the topic of the ticket in one word.'), textMessage('user', where)],
      textMessage('assistant', 'delivery'),
    ),
    chat(
      'gpt-4.1-mini',
      { from: 710, to: 1_840, parent: 0 },
      { input: 402, output: 21 },
      orderMessages.slice(0, 2),
      toolCall('call_1', 'lookup_order', order),
    ),
    tool('lookup_order', { from: 1_850, to: 2_180, parent: 0 }, order, orderResult),
    chat(
      'gpt-4.1-mini',
      { from: 2_190, to: 3_020, parent: 0 },
      { input: 486, output: 19 },
      orderMessages,
      toolCall('call_2', 'track_parcel', parcel),
    ),
    tool(
      'track_parcel',
      { from: 3_030, to: 3_950, parent: 0 },
      parcel,
      null,
      'The carrier answered 503 Service Unavailable.',
    ),
    tool('track_parcel', { from: 4_200, to: 4_610, parent: 0 }, parcel, parcelStatus),
    chat(
      'gpt-4.1-mini',
      { from: 4_620, to: 7_400, parent: 0 },
      { input: 571, output: 38 },
      [...orderMessages, toolCall('call_2', 'track_parcel', parcel), toolResponse('call_2', parcelStatus)],
      textMessage('assistant', arrives),
    ),
  ],
  [
    agent('support-desk', { from: 0, to: 4_180, parent: null }, office, changed),
    chat(
      'gpt-4.1-mini',
      { from: 10, to: 1_260, parent: 0 },
      { input: 642, output: 31 },
      officeMessages,
      toolCall('call_3', 'change_address', newAddress),
    ),
    tool('change_address', { from: 1_270, to: 1_930, parent: 0 }, newAddress, { changed: true }),
    chat(
      'gpt-4.1-mini',
      { from: 1_940, to: 4_160, parent: 0 },
      { input: 688, output: 29 },
      [
        ...officeMessages,
        toolCall('call_3', 'change_address', newAddress),
        toolResponse('call_3', { changed: true }),
      ],
      textMessage('assistant', changed),
    ),
  ],
  [
    agent('support-desk', { from: 0, to: 3_360, parent: null }, refund, refunded),
    tool(
      'search_policies',
      { from: 15, to: 240, parent: 0 },
      { query: 'late parcel shipping refund' },
      policy,
    ),
    chat(
      'gpt-4.1-mini',
      { from: 250, to: 3_340, parent: 0 },
      { input: 803, output: 33 },
      [
        ...officeMessages,
        textMessage('assistant', changed),
        textMessage('user', refund),
        toolCall('call_4', 'search_policies', { query: 'late parcel shipping refund' }),
        toolResponse('call_4', policy),
      ],
      textMessage('assistant', refunded),
    ),
  ],
]
