import { Suspense, useRef } from 'react'
import type { ContentBlock, TemplateFormat } from '../../../engine/template/blueprint/index.ts'
import { Skeleton } from '../../design/index.ts'
import { lazyScreen } from '../../shell/index.ts'
import { blockOf } from '../../template-runs/forms.ts'
import { AddBlock } from './add-block.tsx'
import { nameOfBlock } from './block-names.ts'
import { TextEditor } from './text-editor.tsx'
import { useItems } from './use-items.ts'

/** Loaded on demand, because most messages have only text. */
const MediaBlock = lazyScreen(() => import('./media-block.tsx'), 'MediaBlock')

interface Props {
  /** The message of the blocks, such as "System message 1". */
  readonly label: string
  readonly blocks: readonly ContentBlock[]
  readonly format: TemplateFormat
  readonly names: readonly string[]
  readonly readOnly: boolean
  readonly onChange: (blocks: ContentBlock[]) => void
}

/**
 * The blocks of a message. Text, images, files and media variables can be edited; other blocks are shown and
 * kept.
 */
export function Blocks({ label, blocks, format, names, readOnly, onChange }: Props) {
  const { keys, add, remove } = useItems(blocks, onChange)
  const latestAdd = useRef(add)
  latestAdd.current = add
  /** Reads the files, then adds them to the blocks that the message has by that time. */
  const attach = async (files: readonly File[]) => {
    const fileBlocks = await Promise.all(files.map(blockOf))
    latestAdd.current(...fileBlocks.filter((block) => block !== null))
  }
  const texts = blocks.filter((block) => block.type === 'text').length
  return (
    <div className="divide-y">
      {blocks.map((block, index) =>
        block.type === 'text' ? (
          <TextEditor
            key={keys[index]}
            label={texts > 1 ? `${label}, part ${index + 1}` : label}
            value={block.text}
            format={format}
            names={names}
            readOnly={readOnly}
            onChange={(text) => onChange(blocks.with(index, { ...block, text }))}
            onFiles={(files) => void attach(files)}
          />
        ) : (
          <Suspense key={keys[index]} fallback={<Skeleton className="h-8" />}>
            <MediaBlock
              position={`${index + 1} of ${label}`}
              block={block}
              readOnly={readOnly}
              onChange={(next) => onChange(blocks.with(index, next))}
              onRemove={() => remove(index, nameOfBlock(block))}
            />
          </Suspense>
        ),
      )}
      {!readOnly && <AddBlock label={label} onAdd={add} onFiles={(files) => void attach(files)} />}
    </div>
  )
}
