import { parseExact } from '../../engine/json/parse-exact.ts'
import { eventProfile, type Masked, markMasked, spanProfile } from '../../engine/masking/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Attributes, Span, SpanEvent } from '../../engine/traces/index.ts'
import type { Context } from '../context.ts'
import type { Masker } from '../masker.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { type EventDocument, eventDocument, eventOf, spanOfDocument, writeSpan } from './document.ts'

export type MaskedSpan = Masked<Span>
export type MaskedEvent = Masked<SpanEvent>

const noReading = { style: null, unreadKeys: [], call: null }

interface MaskOptions {
  /** Called if a value is masked without its content, because masking it took too long. Without it such a value is refused. */
  readonly onTooLarge?: () => void
}

/** Masks `value`, or the result of `withoutContent` if that takes too long. */
async function maskWithFallback<T>(
  value: T,
  withoutContent: () => T,
  mask: (value: T) => Promise<Masked<T>>,
  { onTooLarge }: MaskOptions,
): Promise<Masked<T>> {
  try {
    return await mask(value)
  } catch (error) {
    if (!onTooLarge || !(error instanceof Refusal) || error.code !== 'busy') throw error
    onTooLarge()
    return mask(withoutContent())
  }
}

/** The attribute of a span or log record whose content is not stored. */
const omissionAttribute = ['galley.content_left_out', 'masking took too long'] as const

const withOmissionAttribute = <T extends { readonly attributes: Attributes }>(value: T): T => ({
  ...value,
  attributes: new Map([...value.attributes, omissionAttribute]),
})

/**
 * Masks a span with the rules of its workspace. Only masked spans can be stored.
 * @throws Refusal `busy` if masking takes too long.
 */
export const maskSpan = (
  context: Pick<Context, 'masking'>,
  workspace: WorkspaceId,
  span: Span,
  options: MaskOptions = {},
): Promise<MaskedSpan> =>
  maskWithFallback(
    span,
    () => withOmissionAttribute(spanWithoutContent(span)),
    (value) => maskWhole(context, workspace, value),
    options,
  )

async function maskWhole(
  { masking }: Pick<Context, 'masking'>,
  workspace: WorkspaceId,
  span: Span,
): Promise<MaskedSpan> {
  const loading = masking.maskerOf(workspace)
  const masker = loading instanceof Promise ? await loading : loading
  if (!masker) return markMasked(span)
  const storedSpan = masker.keepsBodies ? span : spanWithoutContent(span)
  const masked = spanOfDocument(await masker.json(writeSpan(storedSpan, noReading), { profile: spanProfile }))
  return withMaskedIds(masker, masked)
}

/** Masks the ids, which `spanProfile` skips. */
async function withMaskedIds(masker: Masker, span: MaskedSpan): Promise<MaskedSpan> {
  const links: Span['links'][number][] = []
  for (const link of span.links)
    links.push({ ...link, traceId: await masker.id(link.traceId), spanId: await masker.id(link.spanId) })
  return markMasked({
    ...span,
    traceId: await masker.id(span.traceId),
    spanId: await masker.id(span.spanId),
    parentSpanId: span.parentSpanId === null ? null : await masker.id(span.parentSpanId),
    links,
  })
}

/**
 * Masks a log record that becomes an event of a span.
 * @throws Refusal `busy` if masking takes too long.
 */
export const maskEvent = (
  context: Pick<Context, 'masking'>,
  workspace: WorkspaceId,
  event: SpanEvent,
  options: MaskOptions = {},
): Promise<MaskedEvent> =>
  maskWithFallback(
    event,
    () => withOmissionAttribute(eventWithoutContent(event)),
    (value) => maskWholeEvent(context, workspace, value),
    options,
  )

async function maskWholeEvent(
  { masking }: Pick<Context, 'masking'>,
  workspace: WorkspaceId,
  event: SpanEvent,
): Promise<MaskedEvent> {
  const masker = await masking.maskerOf(workspace)
  if (!masker) return markMasked(event)
  const storedEvent = masker.keepsBodies ? event : eventWithoutContent(event)
  const text = await masker.json(JSON.stringify(eventDocument(storedEvent)), { profile: eventProfile })
  return markMasked(eventOf(parseExact(text) as EventDocument))
}

/** Attributes that hold the name of a model, provider, operation, session, user or prompt. */
const identifyingKeys =
  /(?:^|[._])(?:model|model_name|system|provider|provider_name|provider\.name|operation\.name|kind|type|finish_reasons?|id|name|version)$/
const isMetadata = /(?:^|[._])(?:metadata|tags)(?:[._]|$)/
/** Attributes that are content although `identifyingKeys` matches their key, for example the id of a document. */
const isContent =
  /message|prompt\.(?!id|name|version)|input|output|completion|argument|content|document|result|query|body/

function attributesWithoutContent(attributes: Attributes): Attributes {
  return new Map(
    [...attributes].filter(([key, value]) => {
      if (typeof value !== 'string' && typeof value !== 'object') return true
      return isMetadata.test(key) || (identifyingKeys.test(key) && !isContent.test(key))
    }),
  )
}

const eventWithoutContent = (event: SpanEvent): SpanEvent => ({
  ...event,
  attributes: attributesWithoutContent(event.attributes),
})

const spanWithoutContent = (span: Span): Span => ({
  ...span,
  statusMessage: null,
  attributes: attributesWithoutContent(span.attributes),
  events: span.events.map(eventWithoutContent),
})
