import { useMay } from '../api/index.ts'
import { Button, Form, TextField } from '../design/index.ts'
import { Section } from './section.tsx'
import { useWorkspace, type WorkspaceSettings } from './use-workspace.ts'

type Chosen = WorkspaceSettings['evaluator_model']

export function Models() {
  const { query, settings, change } = useWorkspace()
  return (
    <Section
      title="Default models"
      about="The models that evaluations use where a column names none."
      isLoading={!settings}
      error={query.error}
      onRetry={query.refetch}
    >
      {settings && (
        <>
          <ModelForm
            title="Evaluator"
            about="Judges and extractions call this model."
            chosen={settings.evaluator_model}
            onChange={(evaluator_model) => change({ evaluator_model })}
          />
          <ModelForm
            title="Embedding"
            about="Similarity columns compare embeddings of this model."
            chosen={settings.embedding_model}
            onChange={(embedding_model) => change({ embedding_model })}
          />
        </>
      )}
    </Section>
  )
}

interface FormProps {
  readonly title: string
  readonly about: string
  readonly chosen: Chosen
  readonly onChange: (chosen: Chosen) => void
}

function ModelForm({ title, about, chosen, onChange }: FormProps) {
  const isAdmin = useMay('admin')
  return (
    <div className="rounded-lg border bg-surface p-4">
      <h3 className="font-medium">{title}</h3>
      <p className="mb-3 text-small text-ink-soft">{about}</p>
      {isAdmin ? (
        <Form
          key={chosen && `${chosen.provider} ${chosen.name}`}
          label={title}
          className="flex-row items-end"
          onSubmit={({ provider = '', name = '' }) =>
            onChange(name === '' ? null : { provider, name, parameters: chosen?.parameters ?? {} })
          }
        >
          <TextField
            label="Provider"
            name="provider"
            placeholder="openai"
            defaultValue={chosen?.provider ?? ''}
          />
          <TextField
            label="Model"
            name="name"
            placeholder="The server’s default"
            defaultValue={chosen?.name ?? ''}
          />
          <Button type="submit">Save</Button>
          {chosen && <Button onClick={() => onChange(null)}>Use the default</Button>}
        </Form>
      ) : (
        <p>{chosen ? `${chosen.provider} ${chosen.name}` : 'The server’s default'}</p>
      )}
    </div>
  )
}
