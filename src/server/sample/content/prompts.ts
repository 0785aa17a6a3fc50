const block = (text: string) => [{ type: 'text' as const, text }]
const chat = (system: string, user: string) => ({
  type: 'chat' as const,
  messages: [
    { role: 'system' as const, content: block(system) },
    { role: 'user' as const, content: block(user) },
  ],
})

interface Version {
  readonly template:
    | ReturnType<typeof chat>
    | { readonly type: 'completion'; readonly content: ReturnType<typeof block> }
  readonly model: readonly [provider: string, name: string, parameters: Record<string, unknown>]
  readonly commit: string
  readonly labels?: readonly string[]
}

const classify =
  'Classify the ticket as one of: returns, billing, shipping, account, technical, other.\n' +
  'Give a priority (low, normal, high) and the sentiment (negative, neutral, positive).\n' +
  'Answer with JSON only: {"category": ..., "priority": ..., "sentiment": ...}'

/** The prompts of the support desk, with the oldest version first. */
const prompts: Readonly<
  Record<string, { readonly tags: readonly string[]; readonly versions: readonly Version[] }>
> = {
  'ticket-triage': {
    tags: ['support', 'classification'],
    versions: [
      {
        template: chat(
          'You sort the tickets of an outdoor shop.',
          'Classify this ticket.\n\nTicket: {ticket}',
        ),
        model: ['openai', 'gpt-4o-mini', { temperature: 0 }],
        commit: 'First try',
      },
      {
        template: chat('You sort the tickets of an outdoor shop.', `${classify}\n\nTicket: {ticket}`),
        model: ['openai', 'gpt-4o-mini', { temperature: 0 }],
        commit: 'JSON with priority and sentiment',
        labels: ['prod'],
      },
      {
        template: chat(
          'You sort the tickets of an outdoor shop. Judge what the customer wants, not the words they use.',
          `${classify}\n\nThe customer is on the {plan} plan.\n\nTicket: {ticket}`,
        ),
        model: ['openai', 'gpt-4.1-mini', { temperature: 0 }],
        commit: 'Knows the plan of the customer',
        labels: ['staging'],
      },
    ],
  },
  'tone-of-voice': {
    tags: ['support', 'snippet'],
    versions: [
      {
        template: {
          type: 'completion',
          content: block('Be warm and brief. Say what you did and what happens next. Promise nothing else.'),
        },
        model: ['openai', 'gpt-4o-mini', {}],
        commit: 'House style',
      },
    ],
  },
  'ticket-reply': {
    tags: ['support', 'writing'],
    versions: [
      {
        template: chat(
          'You answer tickets. @@@tone-of-voice@@@',
          'Answer this {category} ticket.\n\nTicket: {ticket}',
        ),
        model: ['openai', 'gpt-4.1-mini', { temperature: 0.4, max_tokens: 400 }],
        commit: 'Answers in the house style',
        labels: ['prod'],
      },
    ],
  },
  'conversation-summary': {
    tags: ['support', 'summaries'],
    versions: [
      {
        template: chat('You summarise conversations for colleagues.', 'In two sentences:\n\n{conversation}'),
        model: ['anthropic', 'claude-sonnet-4-5', { max_tokens: 300 }],
        commit: 'Two sentences',
        labels: ['prod'],
      },
    ],
  },
  'product-question': {
    tags: ['shop'],
    versions: [
      {
        template: chat('You advise customers of an outdoor shop.', '{question}'),
        model: ['google', 'gemini-2.5-flash', { temperature: 0.7 }],
        commit: 'Launch',
        labels: ['prod', 'canary'],
      },
    ],
  },
}

/** The calls that publish all versions, in order: a snippet comes before the prompts that use it. */
export const promptPublications = Object.entries(prompts).flatMap(([prompt_name, { tags, versions }]) =>
  versions.map(({ template, model: [provider, name, parameters], commit, labels = [] }) => ({
    prompt_template: { prompt_name, tags: [...tags] },
    prompt_version: {
      prompt_template: template,
      commit_message: commit,
      metadata: { model: { provider, name, parameters } },
    },
    release_labels: [...labels],
  })),
)

export const promptNames = Object.keys(prompts)
