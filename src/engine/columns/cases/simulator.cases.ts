import type { ColumnCase } from './case.ts'

const talk = { template: { name: 'agent' }, user_persona: 'An angry client' }
const assistantMessage = (content: string) => ({ role: 'assistant', content })
const userMessage = (content: string) => ({ role: 'user', content })
const agent = (...history: object[]) => ({
  kind: 'prompt',
  template: { name: 'agent' },
  history: history as never,
})
const persona = { kind: 'judge' }
const continues = (message: string) => ({ reasoning: '', is_over: false, message })
const done = { reasoning: '', is_over: true, message: '' }

export const simulatorCases: readonly ColumnCase[] = [
  [
    'the agent opens',
    talk,
    [],
    {
      asks: agent(),
      answer: 'Hello',
      gives: {
        asks: persona,
        answer: continues('Help!'),
        gives: {
          asks: agent(assistantMessage('Hello'), userMessage('Help!')),
          answer: 'Sure',
          gives: {
            asks: persona,
            answer: done,
            gives: {
              is: [assistantMessage('Hello'), userMessage('Help!'), assistantMessage('Sure')],
              evidence: { stop_reason: 'completed' },
            },
          },
        },
      },
    },
  ],
  [
    'the user cannot end a conversation that has no messages',
    { ...talk, is_user_first: true },
    [],
    { asks: persona, answer: { ...done, message: 'Hi' }, gives: { asks: agent(userMessage('Hi')) } },
  ],
  [
    'an answer with tool calls',
    { ...talk, max_turns: 1 },
    [],
    {
      asks: agent(),
      answer: { content: '', tool_calls: [{ id: '1' }] },
      gives: {
        is: [{ role: 'assistant', content: '', tool_calls: [{ id: '1' }] }],
        evidence: { stop_reason: 'max_turns' },
      },
    },
  ],
  [
    'structured answers are text',
    { ...talk, max_turns: 1 },
    [],
    {
      asks: agent(),
      answer: { a: 1 },
      gives: { is: [assistantMessage('{"a":1}')], evidence: { stop_reason: 'max_turns' } },
    },
  ],
  [
    'a persona of the row',
    { template: { name: 'agent' }, user_persona_source: 'p' },
    ['A child'],
    { asks: agent() },
  ],
  [
    'no persona in this row',
    { template: { name: 'agent' }, user_persona_source: 'p' },
    [null],
    { fails: 'missing_value' },
  ],
  [
    'variables',
    { ...talk, prompt_template_variable_mappings: { shop: 's' } },
    ['Pets'],
    { asks: { kind: 'prompt', variables: { shop: 'Pets' } } },
  ],
  [
    'the agent fails later',
    talk,
    [],
    {
      asks: agent(),
      answer: 'Hello',
      gives: {
        asks: persona,
        answer: continues('Help!'),
        gives: { asks: agent(assistantMessage('Hello'), userMessage('Help!')), refusal: 'down' },
      },
    },
  ],
  [
    'the persona says nothing',
    talk,
    [],
    {
      asks: agent(),
      answer: 'Hello',
      gives: { asks: persona, answer: { is_over: false, message: '' }, gives: { fails: 'bad_answer' } },
    },
  ],
  [
    'no template',
    { user_persona: 'x' },
    [],
    { refuses: 'config.template: is required unless inline_template is given.' },
  ],
  [
    'both personas',
    { ...talk, user_persona_source: 'p' },
    [],
    { refuses: 'config.user_persona: cannot be combined with user_persona_source.' },
  ],
  [
    'too many turns',
    { ...talk, max_turns: 151 },
    [],
    { refuses: 'config.max_turns: must be a whole number from 1 to 150.' },
  ],
]
