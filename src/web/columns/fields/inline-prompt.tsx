import { type ReactNode, Suspense } from 'react'
import type { Metadata, PromptTemplate } from '../../../engine/template/blueprint/index.ts'
import { Skeleton } from '../../design/index.ts'
import { blankChat, LazyTemplateEditor, useVariableNames } from '../../prompts/index.ts'
import { valueAt, withValueAt } from '../config.ts'
import type { FormProps } from './control.ts'
import { MappingField } from './mapping-field.tsx'
import { ModelField } from './model-field.tsx'

type Props = FormProps & {
  /** Shown below the prompt: its variables. */
  readonly children: (names: readonly string[]) => ReactNode
}

const templatePath = 'inline_template.prompt_template'
const modelPath = 'inline_template.metadata.model'

/** A prompt that belongs to this column alone: messages and model. */
export function InlinePrompt({ config, columns, problemAt, onChange, children }: Props) {
  const template = (valueAt(config, templatePath) ?? blankChat) as PromptTemplate
  const names = useVariableNames({ template, metadata: null as Metadata | null }, true)
  const form = { config, columns: [], problemAt, onChange }
  // The editor suggests titles of columns, because a variable reads the column of its name unless another one is chosen.
  const titles = columns.flatMap(({ title }) => (/^\w+$/.test(title) ? [title] : []))
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">Messages</legend>
        <Suspense fallback={<Skeleton className="h-52" />}>
          <LazyTemplateEditor
            template={template}
            names={[...new Set([...names, ...titles])]}
            readOnly={false}
            onChange={(next) => onChange(withValueAt(config, templatePath, next))}
          />
        </Suspense>
        {problemAt(templatePath) && <p className="text-small text-bad">{problemAt(templatePath)}</p>}
      </fieldset>
      <ModelField {...form} path={modelPath} nameKey="name" label="Model" placeholder="Choose a model" />
      <MappingField
        {...form}
        field={{
          kind: 'mapping',
          names: 'parameters',
          path: `${modelPath}.parameters`,
          label: 'Parameters of the model',
        }}
      />
      {children(names)}
    </>
  )
}
