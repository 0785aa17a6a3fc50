import type { ContentBlock, TemplateFormat } from '../../../engine/template/blueprint/index.ts'
import { Badge, Button, Tooltip } from '../../design/index.ts'
import { Trash2 } from '../../icons/index.ts'
import { AddBlock } from './add-block.tsx'
import { MediaField, nameOfBlock } from './media-field.tsx'
import { TextEditor } from './text-editor.tsx'
import { useListKeys } from './use-list-keys.ts'

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
          <div key={keys.list[index]} className="flex items-start gap-2 px-3 py-2">
            <Badge>{nameOfBlock(block)}</Badge>
            <MediaField
              label={`${nameOfBlock(block)} ${index + 1} of ${label}`}
              block={block}
              readOnly={readOnly}
              onChange={(next) => onChange(blocks.with(index, next))}
            />
            {!readOnly && (
              <Tooltip label="Remove block">
                <Button
                  kind="quiet"
                  size="small-icon"
                  aria-label={`Remove ${nameOfBlock(block)} ${index + 1} of ${label}`}
                  onClick={() => remove(index)}
                >
                  <Trash2 />
                </Button>
              </Tooltip>
            )}
          </div>
        ),
      )}
      {!readOnly && <AddBlock label={label} onAdd={add} />}
    </div>
  )
}
