import { Suspense } from 'react'
import type { ContentBlock, TemplateFormat } from '../../../engine/template/blueprint/index.ts'
import { Skeleton } from '../../design/index.ts'
import { lazyScreen } from '../../shell/index.ts'
import { AddBlock } from './add-block.tsx'
import { TextEditor } from './text-editor.tsx'
import { useListKeys } from './use-list-keys.ts'

/** Most messages have text alone. */
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
  const keys = useListKeys(blocks.length)
  const texts = blocks.filter((block) => block.type === 'text').length
  const remove = (index: number) => {
    keys.remove(index)
    onChange(blocks.toSpliced(index, 1))
  }
  const add = (block: ContentBlock) => {
    keys.insert(blocks.length)
    onChange([...blocks, block])
  }
  return (
    <div className="divide-y">
      {blocks.map((block, index) =>
        block.type === 'text' ? (
          <TextEditor
            key={keys.list[index]}
            label={texts > 1 ? `${label}, part ${index + 1}` : label}
            value={block.text}
            format={format}
            names={names}
            readOnly={readOnly}
            onChange={(text) => onChange(blocks.with(index, { ...block, text }))}
          />
        ) : (
          <Suspense key={keys.list[index]} fallback={<Skeleton className="h-8" />}>
            <MediaBlock
              place={`${index + 1} of ${label}`}
              block={block}
              readOnly={readOnly}
              onChange={(next) => onChange(blocks.with(index, next))}
              onRemove={() => remove(index)}
            />
          </Suspense>
        ),
      )}
      {!readOnly && <AddBlock label={label} onAdd={add} />}
    </div>
  )
}
