import { Button } from '../../design/index.ts'
import { JsonEditor } from './lazy-json-editor.tsx'
import { Section } from './section.tsx'

interface Props {
  readonly value: unknown
  readonly readOnly: boolean
  /** Undefined: the model answers as it likes. */
  readonly onChange: (value: unknown) => void
  readonly onValidity: (isValid: boolean) => void
}

const blank = {
  type: 'json_schema',
  json_schema: {
    name: 'answer',
    strict: true,
    schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
  },
}

export const ResponseFormat = ({ value, readOnly, onChange, onValidity }: Props) => (
  <Section title="Response format">
    {value === undefined ? (
      !readOnly && (
        <Button size="small" className="self-start" onClick={() => onChange(blank)}>
          Ask for JSON
        </Button>
      )
    ) : (
      <>
        <JsonEditor
          label="Response format"
          value={value}
          readOnly={readOnly}
          onChange={onChange}
          onValidity={onValidity}
        />
        {!readOnly && (
          <Button size="small" kind="quiet" className="self-start" onClick={() => onChange(undefined)}>
            Remove
          </Button>
        )}
      </>
    )}
  </Section>
)
