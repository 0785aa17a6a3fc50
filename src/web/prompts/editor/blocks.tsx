import { Plus, Trash2 } from 'lucide-react'
import type { ContentBlock, TemplateFormat } from '../../../engine/template/blueprint/index.ts'
import { Badge, Button, Tooltip } from '../../design/index.ts'
import { textBlock } from '../blank.ts'
import { TextEditor } from './text-editor.tsx'
import { useListKeys } from './use-list-keys.ts'

interface Props {
  /** Whose blocks these are: "System message 1". */
  readonly label: string
  readonly blocks: readonly ContentBlock[]
  readonly format: TemplateFormat
  readonly names: readonly string[]
  readonly readOnly: boolean
  readonly onChange: (blocks: ContentBlock[]) => void
}

/** Text is edited; blocks of other types are kept as they are, and shown. */
export function Blocks({ label, blocks, format, names, readOnly, onChange }: Props) {
  const keys = useListKeys(blocks.length)
  const texts = blocks.filter((block) => block.type === 'text').length
  const remove = (index: number) => {
    keys.remove(index)
    onChange(blocks.toSpliced(index, 1))
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
            <Badge>{block.type}</Badge>
            <pre className="line-clamp-3 min-w-0 flex-1 text-small break-all whitespace-pre-wrap text-ink-soft">
              {JSON.stringify(block).slice(0, 400)}
            </pre>
            {!readOnly && (
              <Tooltip label="Remove block">
                <Button
                  kind="quiet"
                  size="small-icon"
                  aria-label={`Remove ${block.type} block`}
                  onClick={() => remove(index)}
                >
                  <Trash2 />
                </Button>
              </Tooltip>
            )}
          </div>
        ),
      )}
      {texts === 0 && !readOnly && (
        <Button kind="quiet" size="small" className="m-1" onClick={() => onChange([...blocks, textBlock()])}>
          <Plus />
          Add text
        </Button>
      )}
    </div>
  )
}
