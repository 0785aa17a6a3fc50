import { Badge, classNames, FoldedText, FormatSwitch, FormattedText, JsonValue } from '../../design/index.ts'
import { roleName, type ShownMessage } from '../messages.ts'
import { type BlockFile, fileIn, isInline } from './file-in.ts'
import { type Media, MediaView, mediaIn } from './media-view.tsx'

interface Block {
  readonly type?: unknown
  readonly [key: string]: unknown
}

interface Props {
  readonly messages: readonly ShownMessage[]
  /** The media of the request, if it was read with references. */
  readonly media?: readonly Media[] | undefined
}

/** Messages of a logged call. Their content is untrusted: it is shown as text, or as media that run no code. */
export const MessageList = ({ messages, media = [] }: Props) =>
  messages.map((message, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: logged messages have no ids, and their order never changes.
    <MessageView key={index} message={message} media={media} />
  ))

function MessageView({ message, media }: { message: ShownMessage; media: readonly Media[] }) {
  const blocks = Array.isArray(message.content) ? (message.content as Block[]) : []
  const calls = Array.isArray(message.tool_calls) ? (message.tool_calls as Block[]) : []
  const identifiers = [message.name, message.tool_call_id].filter((part) => typeof part === 'string')
  return (
    <article
      className={classNames(
        'min-w-0 rounded-lg border bg-surface',
        message.role === 'assistant' && 'border-accent',
      )}
    >
      <h3 className="flex items-center gap-2 border-b px-3 py-1 text-small font-medium text-ink-soft">
        <bdi>{roleName(message)}</bdi>
        {identifiers.length > 0 && (
          <code className="truncate font-normal text-ink-faint">{identifiers.join(' ')}</code>
        )}
        <span className="-my-1 ml-auto">
          <FormatSwitch texts={textsOf(message.content, blocks)} />
        </span>
      </h3>
      <div className="flex min-w-0 flex-col gap-2 p-3">
        {typeof message.content === 'string' && <BlockView block={{ text: message.content }} media={media} />}
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a message have no ids, and their order never changes.
          <BlockView key={index} block={block} media={media} />
        ))}
        {calls.map((call, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: providers may repeat or omit ids of calls; their order never changes.
          <ToolCall key={index} call={call} />
        ))}
      </div>
    </article>
  )
}

const textsOf = (content: unknown, blocks: readonly Block[]): string[] =>
  [content, ...blocks.map(({ text }) => text)].filter((text) => typeof text === 'string')

function BlockView({ block, media }: { block: Block; media: readonly Media[] }) {
  const blockMedia = mediaIn(block, media)
  return (
    <>
      {(blockMedia.length === 0 || typeof block['text'] === 'string') && <BlockContent block={block} />}
      {blockMedia.map((media) => (
        <MediaView key={media.sha256} media={media} />
      ))}
    </>
  )
}

function BlockContent({ block }: { block: Block }) {
  if (typeof block['text'] === 'string') return <FormattedText text={block['text']} />
  if (typeof block['thinking'] === 'string')
    return (
      <details>
        <summary className="text-small text-ink-faint">Thinking</summary>
        <FoldedText text={block['thinking']} />
      </details>
    )
  const image = imageIn(block)
  if (image) return <Image address={image} />
  const file = fileIn(block)
  if (file) return <BlockFileView file={file} />
  return (
    <div className="flex min-w-0 items-start gap-2 text-small text-ink-soft">
      <Badge>{String(block.type ?? 'block').slice(0, 40)}</Badge>
      <div className="min-w-0 flex-1">
        <JsonValue text={JSON.stringify(block)} />
      </div>
    </div>
  )
}

function imageIn(block: Block): string | null {
  const image = block['image_url'] ?? block['url']
  const address = typeof image === 'object' && image !== null ? (image as Block)['url'] : image
  return typeof address === 'string' && String(block.type).includes('image') ? address : null
}

/** An image of a message. An image on another host is shown as its address, so that the host is never called. */
const Image = ({ address }: { address: string }) =>
  /^data:image\/(png|jpeg|gif|webp);/.test(address) ? (
    <img
      src={address}
      alt="Part of the message"
      className="max-h-40 max-w-full self-start rounded-md border"
    />
  ) : (
    <p className="flex min-w-0 items-center gap-2 text-small text-ink-soft">
      <Badge>image</Badge>
      <code className="min-w-0 truncate">{address.slice(0, 300)}</code>
    </p>
  )

const BlockFileView = ({ file }: { file: BlockFile }) => (
  <p className="flex min-w-0 items-center gap-2 text-small text-ink-soft">
    <Badge>File</Badge>
    {isInline(file) ? (
      <a href={file.address} download={file.name} className="min-w-0 truncate text-accent-ink underline">
        <bdi>{file.name}</bdi>
      </a>
    ) : (
      <code className="min-w-0 truncate">{file.address.slice(0, 300)}</code>
    )}
    {file.type && <span className="shrink-0 text-ink-faint">{file.type}</span>}
  </p>
)

const ToolCall = ({ call }: { call: Block }) => {
  const calledFunction = (call['function'] ?? call) as Block
  const callArguments = calledFunction['arguments']
  return (
    <div className="min-w-0 rounded-md bg-sunken px-2 py-1 text-small">
      <p className="flex items-center gap-2">
        <Badge tone="note">tool call</Badge>
        <code className="min-w-0 truncate font-medium">
          {String(calledFunction['name'] ?? 'tool').slice(0, 200)}
        </code>
      </p>
      <JsonValue
        text={typeof callArguments === 'string' ? callArguments : JSON.stringify(callArguments ?? {})}
      />
    </div>
  )
}
