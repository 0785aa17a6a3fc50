import { useState } from 'react'
import type { Version } from '../../../engine/template/diff/index.ts'
import { Switch } from '../../design/index.ts'
import { textOf } from '../compare/text-of.ts'
import { Resolved } from './resolved.tsx'
import { ResponseFormat } from './response-format.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { ToolsSection } from './tools-section.tsx'

interface Props {
  readonly version: Version
  readonly names: readonly string[]
  readonly readOnly: boolean
  readonly onChange: (version: Version) => void
  /** A part that does not parse keeps the whole from being saved. */
  readonly onValidity: (part: string, isValid: boolean) => void
}

/** The messages of a version with its tools and its response format. */
export function Composer({ version, names, readOnly, onChange, onValidity }: Props) {
  const { template, metadata } = version
  const [isResolved, setResolved] = useState(false)
  const hasSnippets = textOf(template).includes('@@@')
  const model = metadata?.model
  const setFormat = (response_format: unknown) => {
    const { response_format: _before, ...rest } = model?.parameters ?? {}
    const parameters = response_format === undefined ? rest : { ...rest, response_format }
    if (model) onChange({ ...version, metadata: { ...metadata, model: { ...model, parameters } } })
  }
  return (
    <div className="flex flex-col gap-3">
      {hasSnippets && (
        <div className="flex items-center gap-2 text-small text-ink-soft">
          <Switch label="Show the text of snippets" checked={isResolved} onChange={setResolved} />
          Show the text of snippets
        </div>
      )}
      {isResolved && hasSnippets ? (
        <Resolved template={template} />
      ) : (
        <TemplateEditor
          template={template}
          names={names}
          readOnly={readOnly}
          onChange={(next) => onChange({ ...version, template: next })}
        />
      )}
      {template.type === 'chat' && (
        <div className="rounded-lg border bg-surface">
          <ToolsSection
            template={template}
            readOnly={readOnly}
            onChange={(next) => onChange({ ...version, template: next })}
            onValidity={onValidity}
          />
          {model && (
            <ResponseFormat
              value={model.parameters['response_format']}
              readOnly={readOnly}
              onChange={setFormat}
              onValidity={(isValid) => onValidity('response format', isValid)}
            />
          )}
        </div>
      )}
    </div>
  )
}
