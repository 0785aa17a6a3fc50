import { defaultEmbedder, defaultEvaluator } from '../../engine/running/usual-models.ts'
import { useMay } from '../api/index.ts'
import { Button, FormRow, ProviderMark, providerName } from '../design/index.ts'
import { KeyNote, ModelPicker, ProviderMismatch } from '../prompts/forms.ts'
import { Section } from './section.tsx'
import { useWorkspace, type WorkspaceSettings } from './use-workspace.ts'

type EvaluatorModel = WorkspaceSettings['evaluator_model']

export function Models() {
  const { query, settings, change } = useWorkspace()
  return (
    <Section
      title="Default models"
      changedBy="admin"
      about="The models that evaluations use if a column names none."
      query={query}
    >
      {settings && (
        <>
          <DefaultModel
            title="Evaluator"
            about="Judges and extractions call this model."
            defaultModel={defaultEvaluator}
            chosen={settings.evaluator_model}
            onChange={(evaluator_model) => change({ evaluator_model })}
          />
          <DefaultModel
            title="Embedding"
            about="Similarity columns compare embeddings of this model."
            defaultModel={defaultEmbedder}
            chosen={settings.embedding_model}
            onChange={(embedding_model) => change({ embedding_model })}
          />
        </>
      )}
    </Section>
  )
}

interface Props {
  readonly title: string
  readonly about: string
  /** Used if none is chosen. */
  readonly defaultModel: { readonly provider: string; readonly name: string }
  readonly chosen: EvaluatorModel
  readonly onChange: (chosen: EvaluatorModel) => void
}

/** One default model of the workspace. A choice is saved at once. */
function DefaultModel({ title, about, defaultModel, chosen, onChange }: Props) {
  const isAdmin = useMay('admin')
  const used = chosen ?? defaultModel
  const choose = (model: { readonly provider: string; readonly name: string }) =>
    onChange({ ...model, parameters: chosen?.parameters ?? {} })
  return (
    <FormRow title={title} help={about}>
      {isAdmin ? (
        <div className="flex items-center gap-2">
          <ModelPicker label={`${title} model`} model={used} onPick={choose} />
          {chosen && (
            <Button className="shrink-0" onClick={() => onChange(null)}>
              Use the default
            </Button>
          )}
        </div>
      ) : (
        <p className="flex items-center gap-2">
          <ProviderMark provider={used.provider} />
          <bdi className="font-medium">{used.name}</bdi>
          <span className="text-small text-ink-faint">{providerName(used.provider)}</span>
        </p>
      )}
      <p className="text-small text-ink-faint">
        {chosen
          ? `The default is ${defaultModel.name} of ${providerName(defaultModel.provider)}.`
          : 'This is the default.'}
      </p>
      <ProviderMismatch
        model={used}
        {...(isAdmin && { onProvider: (provider) => choose({ ...used, provider }) })}
      />
      <KeyNote provider={used.provider} />
    </FormRow>
  )
}
