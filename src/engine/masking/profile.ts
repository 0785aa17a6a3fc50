/**
 * How the texts of a document are masked. `all`: by every rule. `names`: by built-in detectors only, because patterns
 * of the workspace could change names that the program reads. `skip`: never, for times and for ids, which `Masker.id` masks.
 */
export type Mode = 'all' | 'names' | 'skip'

/** Modes by member; `*` stands for items of a list. Members that are not listed, and all below them, are `all`. */
export interface Profile {
  readonly [member: string]: Mode | Profile
}

const call = {
  request_start_time: 'skip',
  request_end_time: 'skip',
  status: 'skip',
  error_type: 'skip',
  api_type: 'skip',
  provider: 'names',
  provider_type: 'names',
  model: 'names',
  function_name: 'names',
  prompt_name: 'names',
  span_id: 'names',
} as const satisfies Profile

/** The bodies of /log-request and /track-request. */
export const requestProfile: Profile = call

const event = { timestamp: 'skip', source: 'skip' } as const satisfies Profile

/** The trace state, which a program chooses, is masked here. `Masker.id` masks the ids. */
const spanContext = { trace_id: 'skip', span_id: 'skip' } as const satisfies Profile

export const spanProfile: Profile = {
  context: spanContext,
  kind: 'skip',
  parent_id: 'skip',
  start_time: 'skip',
  end_time: 'skip',
  status: { status_code: 'skip' },
  dropped_attributes_count: 'skip',
  events: { '*': event },
  links: { '*': { context: spanContext } },
  attribute_style: 'skip',
  attributes_not_understood: 'skip',
}

/** An event of a span, masked without its span. */
export const eventProfile: Profile = event
/** Values without fixed members. */
export const freeProfile: Profile = {}

/** Members whose values are names of a format, such as the role of a message. */
const formatMembers = new Set([
  'type',
  'role',
  'finish_reason',
  'stop_reason',
  'template_format',
  'object',
  'kind',
])
const formatName = /^[a-z][a-z0-9_-]{0,40}$/

export const isFormatName = (member: string, value: string): boolean =>
  formatMembers.has(member) && formatName.test(value)
