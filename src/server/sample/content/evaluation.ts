/** Columns that check answers without a model, so that no provider's key is needed. */
export const evaluationColumns = [
  ['category', 'JSON_PATH', { source: 'triage', json_path: '$.category' }],
  ['priority', 'JSON_PATH', { source: 'triage', json_path: '$.priority' }],
  ['right category', 'COMPARE', { sources: ['category', 'expected'], comparison_type: { type: 'STRING' } }],
  ['known priority', 'REGEX', { source: 'priority', regex_pattern: '^(low|normal|high)$' }],
  ['says what is next', 'REGEX', { source: 'reply', regex_pattern: 'tomorrow' }],
  ['words', 'COUNT', { source: 'reply', type: 'words' }],
] as const

export const evaluationSteps = [
  {
    title: 'Right category',
    primitive_type: 'COMPARE',
    primitive_config: { sources: ['category', 'expected'], comparison_type: { type: 'STRING' } },
    weight: 3,
    required: true,
  },
  {
    title: 'Known priority',
    primitive_type: 'REGEX',
    primitive_config: { source: 'priority', regex_pattern: '^(low|normal|high)$' },
    weight: 1,
  },
  {
    title: 'Says what is next',
    primitive_type: 'REGEX',
    primitive_config: { source: 'reply', regex_pattern: 'tomorrow' },
    weight: 2,
  },
] as const
