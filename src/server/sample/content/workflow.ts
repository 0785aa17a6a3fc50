const routes = (operator: '=' | '!=', target: string) => ({
  source_node_name: 'priority',
  target_node_name: target,
  is_and: true,
  conditionals: [
    {
      position: 0,
      operator,
      left_config: { source: 'priority' },
      right_config: { static_value: 'high' },
    },
  ],
})

const field = (name: string) => ({
  name,
  node_type: 'JSON_PATH',
  configuration: { source: 'triage', json_path: `$.${name}` },
  is_output_node: false,
})

const sends = (name: string, format: string) => ({
  name,
  node_type: 'COMBINE_COLUMNS',
  configuration: { sources: ['category', 'ticket'], format },
  is_output_node: true,
})

/** Routes an answer of `ticket-triage`. It calls no model, so that it runs without a provider's key. */
export const workflow = {
  name: 'ticket-routing',
  commit_message: 'Urgent tickets go to the person on call',
  required_input_variables: { ticket: 'string', triage: 'string' },
  nodes: [
    field('category'),
    field('priority'),
    {
      name: 'known priority',
      node_type: 'REGEX',
      configuration: { source: 'priority', regex_pattern: '^(low|normal|high)$' },
      is_output_node: false,
    },
    sends('to on-call', 'On call, now: {category}. {ticket}'),
    sends('to queue', 'Queue {category}: {ticket}'),
  ],
  edges: [routes('=', 'to on-call'), routes('!=', 'to queue')],
  release_labels: ['prod'] as string[],
}

/** The inputs of the runs, the oldest first. The answer of the second run is not JSON, so that nodes fail. */
export const workflowInputs = [
  {
    ticket: 'I was charged twice for order A-20418. Please check my card.',
    triage: '{"category": "billing", "priority": "high", "sentiment": "negative"}',
  },
  {
    ticket: 'The link to reset my password has expired before it arrived.',
    triage: 'Category: account',
  },
  {
    ticket: 'Can order A-58798 be delivered to a neighbour instead?',
    triage: '{"category": "shipping", "priority": "normal", "sentiment": "neutral"}',
  },
]
