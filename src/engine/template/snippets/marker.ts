import { maxSnippetMarks } from '../../limits.ts'
import { Refusal } from '../../refusal.ts'
import type { ContentBlock, PromptTemplate } from '../blueprint/index.ts'

/** A reference to a snippet in a text; has a version, a label or neither. */
export type SnippetMarker = {
  readonly name: string
  readonly version: number | null
  readonly label: string | null
  /** The marker with its at-signs; identifies it. */
  readonly raw: string
}

/** Within one line and with single at-signs only, so that a stray @@@ does not match the rest of the text. */
const MARKER = /@@@((?:[^@\r\n]|@(?!@))+)@@@/g
/** At most nine digits, which fit a database column. */
const VERSION = /^[1-9]\d{0,8}$/
const BY_VERSION = '@version_number:'
const BY_LABEL = '@label:'

function parseMarker(raw: string, body: string): SnippetMarker {
  const versionAt = body.lastIndexOf(BY_VERSION)
  const labelAt = body.lastIndexOf(BY_LABEL)
  if (versionAt > 0 && versionAt > labelAt) {
    const digits = body.slice(versionAt + BY_VERSION.length)
    if (VERSION.test(digits))
      return { name: body.slice(0, versionAt), version: Number(digits), label: null, raw }
  } else if (labelAt > 0) {
    const label = body.slice(labelAt + BY_LABEL.length)
    if (label !== '') return { name: body.slice(0, labelAt), version: null, label, raw }
  }
  return { name: body, version: null, label: null, raw }
}

/**
 * Splits `text` at its markers. The last `@version_number:` or `@label:` selects the version; without a valid value it is part
 * of the name.
 * Source: docs features/prompt-registry/snippets.
 */
export function splitAtMarkers(text: string): (string | SnippetMarker)[] {
  const parts: (string | SnippetMarker)[] = []
  let end = 0
  for (const match of text.matchAll(MARKER)) {
    if (match.index > end) parts.push(text.slice(end, match.index))
    parts.push(parseMarker(match[0], match[1] ?? ''))
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

/** The block lists of a template that may contain text: message contents, including tool results. */
export function contentsOf(template: PromptTemplate): readonly (readonly ContentBlock[])[] {
  if (template.type === 'completion') return [template.content]
  return template.messages.map((message) => message.content ?? [])
}

/** The markers of a text block. */
export function blockMarkers(block: ContentBlock): SnippetMarker[] {
  if (block.type !== 'text') return []
  return splitAtMarkers(block.text).filter((part) => typeof part !== 'string')
}

/**
 * Counts `@@@` before markers are parsed: parsing 400,000 markers takes seconds.
 * @throws Refusal 'too_large' above `maxSnippetMarks`.
 */
export function refuseManyMarkers(template: PromptTemplate): void {
  let count = 0
  for (const block of contentsOf(template).flat()) {
    if (block.type !== 'text') continue
    for (let offset = block.text.indexOf('@@@'); offset >= 0; offset = block.text.indexOf('@@@', offset + 3))
      if (++count > maxSnippetMarks)
        throw new Refusal(
          'too_large',
          `A template may have at most ${maxSnippetMarks} snippet marks (@@@).`,
          {
            limit: maxSnippetMarks,
          },
        )
  }
}

/**
 * The distinct markers of a template in order of first appearance.
 * @throws Refusal 'too_large' as `refuseManyMarkers`.
 */
export function snippetMarkers(template: PromptTemplate): SnippetMarker[] {
  refuseManyMarkers(template)
  const markers = contentsOf(template).flat().flatMap(blockMarkers)
  return [...new Map(markers.map((marker) => [marker.raw, marker])).values()]
}
