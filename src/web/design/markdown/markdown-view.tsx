import { Fragment, type ReactNode } from 'react'
import { keyboardScroll } from '../keyboard-scroll.ts'
import { type Block, parseBlocks } from './blocks.ts'
import type { Inline } from './inline.ts'

/** Untrusted Markdown as elements: no HTML, no image is loaded, and a link names its host. */
export default function MarkdownView({ text }: { text: string }) {
  return (
    <div dir="auto" className="flex min-w-0 flex-col gap-2 [overflow-wrap:anywhere] [unicode-bidi:isolate]">
      <Blocks blocks={parseBlocks(text)} />
    </div>
  )
}

const Blocks = ({ blocks }: { blocks: readonly Block[] }) =>
  blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no ids; another text replaces them all.
    <BlockView key={index} block={block} />
  ))

function BlockView({ block }: { block: Block }): ReactNode {
  if (block.kind === 'paragraph')
    return (
      <p className="whitespace-pre-line">
        <Parts parts={block.parts} />
      </p>
    )
  if (block.kind === 'heading')
    // No heading element, because it would be in the outline of the page.
    return (
      <p className={block.level < 3 ? 'text-heading font-semibold' : 'font-semibold'}>
        <Parts parts={block.parts} />
      </p>
    )
  if (block.kind === 'code')
    return (
      <pre
        {...keyboardScroll}
        dir="ltr"
        className="overflow-x-auto rounded-md border bg-sunken px-2.5 py-2 font-mono text-[12.5px] leading-5"
      >
        {block.text}
      </pre>
    )
  if (block.kind === 'rule') return <hr className="border-line" />
  if (block.kind === 'quote')
    return (
      <blockquote className="flex flex-col gap-2 border-l-2 border-line-strong pl-3 text-ink-soft">
        <Blocks blocks={block.blocks} />
      </blockquote>
    )
  if (block.kind === 'list') return <List {...block} />
  return <Table {...block} />
}

function List({ start, items }: Extract<Block, { kind: 'list' }>) {
  const Tag = start === null ? 'ul' : 'ol'
  return (
    <Tag
      {...(start !== null && { start })}
      className={`flex flex-col gap-1 pl-5 ${start === null ? 'list-disc' : 'list-decimal'}`}
    >
      {items.map((blocks, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no ids; another text replaces them all.
        <li key={index}>
          <div className="flex flex-col gap-1">
            <Blocks blocks={blocks} />
          </div>
        </li>
      ))}
    </Tag>
  )
}

const Table = ({ head, rows }: Extract<Block, { kind: 'table' }>) => (
  <section
    aria-label="Table"
    {...keyboardScroll}
    className="max-w-full self-start overflow-x-auto rounded-md border"
  >
    <table className="text-left">
      <thead className="bg-sunken">
        <tr>
          <Cells cells={head} Tag="th" />
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids; another text replaces them all.
          <tr key={index} className="border-t">
            <Cells cells={cells} Tag="td" />
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const Cells = ({ cells, Tag }: { cells: readonly (readonly Inline[])[]; Tag: 'th' | 'td' }) =>
  cells.map((parts, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: cells have no ids; another text replaces them all.
    <Tag key={index} className={`min-w-16 px-2.5 py-1 align-top ${Tag === 'th' ? 'font-medium' : ''}`}>
      <Parts parts={parts} />
    </Tag>
  ))

const Parts = ({ parts }: { parts: readonly Inline[] }) =>
  parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids; another text replaces them all.
    <Fragment key={index}>{partView(part)}</Fragment>
  ))

function partView(part: Inline): ReactNode {
  if (part.kind === 'text') return part.text
  if (part.kind === 'code')
    return <code className="rounded-sm bg-raised px-1 font-mono text-[0.95em]">{part.text}</code>
  if (part.kind === 'image') return <ImageName {...part} />
  if (part.kind === 'link') return <OtherSite {...part} />
  const Tag = ({ strong: 'strong', emphasis: 'em', deleted: 'del' } as const)[part.kind]
  return (
    <Tag>
      <Parts parts={part.parts} />
    </Tag>
  )
}

const ImageName = ({ text, url }: { text: string; url: string }) => (
  <span className="text-ink-soft" title={url}>
    {`Image: ${text || url}`}
  </span>
)

/**
 * A link to another site. Its host is shown unless the text is the address, so that the text cannot pretend
 * to be another site.
 */
function OtherSite({ parts, url }: Extract<Inline, { kind: 'link' }>) {
  const [first] = parts
  const isAddress = parts.length === 1 && first!.kind === 'text' && first!.text === url
  return (
    <>
      <a
        href={url}
        title={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="text-accent-ink underline"
      >
        <Parts parts={parts} />
      </a>
      {!isAddress && <span className="text-ink-faint">{` (${hostOf(url)})`}</span>}
    </>
  )
}

const hostOf = (url: string): string => URL.parse(url)?.host || url
