import {
  type Searchable,
  type SearchContent,
  searchContentOf,
  searchWordsOf,
} from '../../engine/search/index.ts'
import { type Media, takeOutMedia } from '../bodies/index.ts'
import { type FramedPayload, type PayloadFrames, packPayload } from '../db/index.ts'

/** The content of a request in the form in which it is searched. */
export interface SearchedContent {
  readonly content: SearchContent
  /** The words, on PostgreSQL only, which stores them in the row. */
  readonly words: readonly string[]
}

/** The content of a request in the form in which it is stored. */
export interface StoredContent extends SearchedContent {
  readonly payload: Uint8Array | FramedPayload
  readonly media: readonly Media[]
}

/** The content of a request as it was received. */
interface ReceivedContent extends Searchable {
  /** The received bytes without secrets. */
  readonly original: Buffer
  /** The document of the span that the request was recorded from. SQLite stores it in the payload. */
  readonly document?: string
}

type Dialect = 'sqlite' | 'postgres'

/**
 * Converts received content to its stored form. `frames` are the frames of the call, on SQLite. Without them the payload gets a separate frame.
 */
export async function storedContentOf(
  received: ReceivedContent,
  dialect: Dialect,
  frames?: PayloadFrames,
): Promise<StoredContent> {
  const { body: original, media } = await takeOutMedia(received.original)
  const searched = searchedContentOf(received, dialect)
  const { inputText, outputText } =
    dialect === 'sqlite' ? searched.content : { inputText: '', outputText: '' }
  // On SQLite the payload also holds the texts and the document of a span.
  const document = dialect === 'sqlite' ? (received.document ?? null) : null
  const parts = { inputText, outputText, original, document }
  return { ...searched, media, payload: frames?.add(parts) ?? (await packPayload(dialect, parts)) }
}

export function searchedContentOf(record: Searchable, dialect: Dialect): SearchedContent {
  const content = searchContentOf(record)
  return { content, words: dialect === 'sqlite' ? [] : searchWordsOf(content) }
}
