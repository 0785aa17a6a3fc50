import fc from 'fast-check'
import { callTimeFields } from '../../../src/engine/search/index.ts'
import { logCall } from './requests.ts'
import { chat, message, user } from './templates.ts'

// Few distinct names, so that random filters match; some are hostile.
const names = [
  'a',
  'b.c',
  '__proto__',
  'constructor',
  'it"s',
  "o'hara",
  'naïve 😀',
  'x\u0000y',
  '漢字',
  'a',
  '%_',
  '',
  'long '.repeat(60),
]
const name = fc.constantFrom(...names)
/** Names for filters; one begins as the long name does. */
const filterName = fc.constantFrom(...names, `${'long '.repeat(60)}er`)
const key = fc.constantFrom(...names.filter((name) => name !== '' && name !== '__proto__'))
const words = [
  'alpha',
  'Alphabet',
  'beta',
  'naïve',
  '漢字',
  'x1',
  "don't",
  '100%',
  '{"k": {"a": 1}}',
  '\u0000',
  'ÄRGER',
  'ß',
  'İ',
]
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((all) => all.join(' '))
const scalar = fc.oneof(
  name,
  fc.integer({ min: 0, max: 3 }),
  fc.boolean(),
  fc.constant(null),
  fc.constant(1.5),
)
const nested = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 2 }),
  fc.dictionary(key, fc.oneof(scalar, fc.dictionary(key, scalar, { maxKeys: 2 })), { maxKeys: 2 }),
)
const variables = fc.dictionary(key, nested, { maxKeys: 3 })
const output = fc.oneof(
  text.map((content) => message('assistant', content)),
  variables.map((value) => message('assistant', JSON.stringify(value))),
  fc.tuple(name, variables).map(([tool, value]) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: '1', type: 'function', function: { name: tool, arguments: JSON.stringify(value) } }],
  })),
)
const start = Date.UTC(2026, 10, 1)
const hour = 3_600_000
/** A log call. */
export const request = fc
  .record({
    model: fc.constantFrom('gpt-4o', 'claude', 'Ärger'),
    provider: fc.constantFrom('openai', 'anthropic'),
    status: fc.constantFrom('SUCCESS', 'WARNING', 'ERROR'),
    failure: fc.constantFrom(null, 'PROVIDER_TIMEOUT', 'PROVIDER_ERROR'),
    scored: fc.constantFrom(
      {},
      { score: 1 },
      { score: 2, score_name: 'tone' },
      { score: 0, score_name: 'tone' },
    ),
    tags: fc.array(name, { maxLength: 3 }),
    metadata: variables,
    prompt_input_variables: variables,
    input: text.map((content) => chat(user(content))),
    output: output.map((content) => chat(content)),
    input_tokens: fc.integer({ min: 0, max: 3 }),
    output_tokens: fc.integer({ min: 0, max: 3 }),
    price: fc.constantFrom(0, 0.5, 1),
    at: fc.integer({ min: 0, max: 50 }),
    latency: fc.constantFrom(0, 0.5, 1, 1000),
    time_to_first_token_ms: fc.constantFrom(undefined, null, 0, 0.5, 400, 2000),
  })
  .map(({ at, latency, failure, scored, ...rest }) =>
    logCall({
      ...rest,
      ...scored,
      error_type: rest.status === 'ERROR' ? failure : null,
      request_start_time: start + at * hour,
      request_end_time: start + at * hour + latency,
    }),
  )

/** Scores of every kind, from two sources. The request itself may have a score `tone` too. */
export const givenScores = (index: number) => [
  ...(index % 2 === 0 ? [{ name: 'resolved', value: index % 4 === 0, source: 'person' }] : []),
  ...(index % 5 === 0 ? [{ name: 'resolved', value: false, source: 'judge' }] : []),
  ...(index % 3 === 0 ? [{ name: 'topic', value: ['refund', 'yes'][index & 1]!, source: 'judge' }] : []),
  ...(index % 7 === 0 ? [{ name: 'topic', value: 'refund', source: 'person' }] : []),
  ...(index % 4 === 1 ? [{ name: 'tone', value: 'warm', source: 'judge' }] : []),
  ...(index % 6 === 0 ? [{ name: 'share', value: index / 60, source: 'judge' }] : []),
]

const filter = (field: string, operator: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>) =>
  fc.record({ field: fc.constant(field), operator, value })
const one = (...operators: string[]) => fc.constantFrom(...operators)
const moment = fc.oneof(
  fc.integer({ min: 0, max: 50 }).map((at) => new Date(start + at * hour).toISOString()),
  fc.constantFrom('2026-11-01', '2026-11-02', '2026-11-03'),
)
const number = fc.constantFrom(0, 0.5, 1, 1.5, 2, 1000)
const id = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 0, max: 130 }),
  fc.constantFrom('1', 1.5),
)
const scoreValue = fc.constantFrom<unknown>('yes', 'no', true, false, 'refund', 'warm', 'absent', 1)
const needle = fc.constantFrom(
  'alpha',
  'Alpha',
  '[user] alpha',
  'LPHA',
  'ä',
  'naïve',
  '字',
  '%',
  '"',
  '{"',
  '[user]',
  'ß',
  '\u0000',
  'i̇',
)
const condition = fc.oneof(
  ...['engine', 'provider_type', 'status'].flatMap((field) => [
    filter(field, one('is', 'is_not'), fc.constantFrom('gpt-4o', 'Ärger', 'openai', 'ERROR')),
    filter(field, one('in', 'not_in'), fc.constant(['gpt-4o', 'anthropic', 'SUCCESS'])),
  ]),
  // Ids in filters are small, as the ids of a fresh database are.
  ...['pl_id', 'prompt_id', 'prompt_version_number', 'group_id'].flatMap((field) => [
    filter(field, one('eq', 'neq', 'is', 'is_not', 'gt', 'gte', 'lt', 'lte'), id),
    filter(field, one('in', 'not_in'), fc.array(id, { minLength: 1, maxLength: 4 })),
    filter(field, one('between'), fc.tuple(id, id)),
    filter(field, one('is_null', 'is_not_null'), fc.constant(null)),
  ]),
  filter('source', one('is', 'is_not'), fc.constantFrom('app', 'evaluation')),
  filter('source', one('in', 'not_in'), fc.subarray(['workflow', 'app', 'playground'], { minLength: 1 })),
  filter('error_type', one('is', 'is_not'), fc.constantFrom('PROVIDER_TIMEOUT', 'ERROR')),
  filter('error_type', one('in', 'not_in'), fc.constant(['PROVIDER_TIMEOUT', 'PROVIDER_ERROR'])),
  filter('prompt_label', one('is', 'is_not'), fc.constantFrom('prod', 'dev')),
  filter('prompt_label', one('in', 'not_in'), fc.constant(['prod', 'staging'])),
  filter('score_text', one('contains', 'not_contains'), fc.constantFrom('EF', 'i', 'none')),
  filter('score', one('gte', 'lt', 'is_null', 'is_not_null'), number).map((filter) => ({
    ...filter,
    nested_key: 'tone',
  })),
  ...[
    filter('score_values', one('key_equals', 'key_not_equals'), scoreValue),
    filter('score_values', one('in', 'not_in'), fc.array(scoreValue, { minLength: 1, maxLength: 3 })),
    filter('score_values', one('is_empty', 'is_not_empty'), fc.constant(null)),
    filter('score_values', one('gt', 'gte', 'lt', 'lte'), number),
    filter('score_values', one('between'), fc.tuple(number, number)),
  ].map((each) =>
    fc.tuple(each, fc.constantFrom('tone', 'resolved', 'topic', 'share')).map(([base, nested_key]) => ({
      ...base,
      nested_key,
    })),
  ),
  ...['input_text', 'output_text', 'user_intent', 'agent_intent'].map((field) =>
    filter(field, one('contains', 'not_contains', 'starts_with', 'ends_with'), needle),
  ),
  ...['cost', 'latency_ms', 'input_tokens', 'output_tokens', 'score', ...callTimeFields].flatMap((field) => [
    filter(field, one('eq', 'neq', 'gt', 'gte', 'lt', 'lte'), number),
    filter(field, one('between'), fc.tuple(number, number)),
    filter(field, one('is_null', 'is_not_null'), fc.constant(null)),
  ]),
  ...['request_start_time', 'request_end_time'].flatMap((field) => [
    filter(field, one('is', 'before', 'after'), moment),
    filter(field, one('between'), fc.tuple(moment, moment)),
  ]),
  ...['is_json', 'is_tool_call', 'is_plain_text'].map((field) =>
    filter(field, one('is_true', 'is_false'), fc.constant(null)),
  ),
  ...['tags', 'tool_names', 'metadata_keys', 'output_keys', 'input_variable_keys'].flatMap((field) => [
    filter(field, one('contains', 'not_contains'), filterName),
    filter(field, one('in', 'not_in'), fc.array(filterName, { minLength: 1, maxLength: 3 })),
    filter(field, one('is_empty', 'is_not_empty'), fc.constant(null)),
  ]),
  ...['metadata', 'output', 'input_variables'].flatMap((field) =>
    [
      filter(
        field,
        one('key_equals', 'key_not_equals'),
        fc.oneof(filterName, fc.integer({ min: 0, max: 3 })),
      ),
      filter(field, one('key_contains'), fc.constantFrom('A', 'o', '1', '"', 'e', 'Ï', '😀')),
      filter(field, one('in', 'not_in'), fc.array(filterName, { minLength: 1, maxLength: 3 })),
      filter(field, one('is_empty', 'is_not_empty'), fc.constant(null)),
      filter(field, one('gt', 'gte', 'lt', 'lte'), number),
      filter(field, one('between'), fc.tuple(number, number)),
    ].map((each) =>
      fc.tuple(each, key, fc.option(key)).map(([base, outer, inner]) => ({
        ...base,
        nested_key: inner === null ? outer : `${outer}.${inner}`,
      })),
    ),
  ),
)
const group = fc.letrec<{ group: unknown; member: unknown }>((tie) => ({
  group: fc.record({
    logic: fc.constantFrom('AND', 'OR'),
    filters: fc.array(tie('member'), { maxLength: 3 }),
  }),
  member: fc.oneof({ maxDepth: 3, withCrossShrink: true }, condition, tie('group')),
})).group

/** A search. */
export const query = fc.record({
  filter_group: fc.option(group),
  q: fc.option(
    fc.constantFrom(
      'alph',
      'alpha beta',
      'NAIVE',
      '漢',
      'x',
      'don t',
      '!?',
      '%',
      '😀',
      'alpha 😀',
      'arger',
      'ss',
      'assistant',
      'user',
    ),
  ),
  sort_by: fc.option(
    fc.constantFrom(
      'request_start_time',
      'input_tokens',
      'output_tokens',
      'cost',
      'latency_ms',
      'status',
      ...callTimeFields,
    ),
  ),
  sort_order: fc.option(fc.constantFrom('asc', 'desc')),
})

/** Searches, some of them in the order of a score. */
export const orderedQuery = fc
  .tuple(query, fc.option(fc.constantFrom('quality', 'tone', 'resolved', 'share', 'topic')))
  .map(([search, name]) => (name === null ? search : { ...search, sort_by: 'score', sort_score_name: name }))
