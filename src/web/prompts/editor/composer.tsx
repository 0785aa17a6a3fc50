import { Suspense, useEffect, useRef, useState } from 'react'
import type { Version } from '../../../engine/template/diff/index.ts'
import { classNames, Skeleton } from '../../design/index.ts'
import { lazyScreen } from '../../shell/index.ts'
import { textOf } from '../compare/text-of.ts'
import { ResponseFormat } from './response-format.tsx'
import { Section } from './section.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { ToolsSection } from './tools-section.tsx'

/** The switch is loaded for a version with snippets. */
const SnippetSwitch = lazyScreen(() => import('./snippet-switch.tsx'), 'SnippetSwitch')
const Resolved = lazyScreen(() => import('./resolved.tsx'), 'Resolved')

interface Props {
  readonly version: Version
  readonly names: readonly string[]
  readonly readOnly: boolean
  readonly onChange: (version: Version) => void
  /** Called with false for a part with a syntax error, which blocks saving. */
  readonly onValidity: (part: string, isValid: boolean) => void
}

/** Edits the messages of a version, its tools and its response format. */
export function Composer({ version, names, readOnly, onChange, onValidity }: Props) {
  const { template, metadata } = version
  const [isResolved, setResolved] = useState(false)
  const hasSnippets = textOf(template).includes('@@@')
  const model = metadata?.model
  useNamedModel(model?.name, onValidity)
  const setFormat = (response_format: unknown) => {
    const { response_format: _before, ...rest } = model?.parameters ?? {}
    const parameters = response_format === undefined ? rest : { ...rest, response_format }
    if (model) onChange({ ...version, metadata: { ...metadata, model: { ...model, parameters } } })
  }
  return (
    <div className="flex flex-col gap-3">
      {hasSnippets && (
        <Suspense fallback={<Skeleton className="h-5 w-44" />}>
          <SnippetSwitch checked={isResolved} onChange={setResolved} />
        </Suspense>
      )}
      {isResolved && hasSnippets ? (
        <Suspense fallback={<Skeleton className="h-48" />}>
          <Resolved template={template} />
        </Suspense>
      ) : (
        <TemplateEditor
          template={template}
          names={names}
          readOnly={readOnly}
          onChange={(next) => onChange({ ...version, template: next })}
        />
      )}
      {template.type === 'chat' && (
        <div
          className={classNames(
            'rounded-lg border bg-surface',
            !template.tools && !model?.parameters['response_format'] && 'grid grid-cols-2 *:border-b-0',
          )}
        >
          <ToolsSection
            template={template}
            readOnly={readOnly}
            onChange={(next) => onChange({ ...version, template: next })}
            onValidity={onValidity}
          />
          {!model && !readOnly && (
            <Section title="Response format">
              <p className="text-small text-ink-soft">Choose a model to ask for JSON with a schema.</p>
            </Section>
          )}
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

/** A model without a name blocks saving here, because the server would refuse the whole version. */
function useNamedModel(name: string | undefined, onValidity: Props['onValidity']): void {
  const report = useRef(onValidity)
  report.current = onValidity
  const isNamed = name === undefined || name.trim() !== ''
  useEffect(() => {
    report.current('model', isNamed)
    return () => report.current('model', true)
  }, [isNamed])
}
