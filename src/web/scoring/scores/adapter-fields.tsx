import { MappingField, NumberField } from '../../columns/index.ts'
import { NativeSelectField, SwitchRow } from '../../design/index.ts'

type Adapter = Record<string, unknown> | null

interface Props {
  readonly adapter: Adapter
  readonly onChange: (adapter: Adapter) => void
}

const initialAdapters: Readonly<Record<string, Adapter>> = {
  '': null,
  linear: { type: 'linear', min: 0, max: 100 },
  labels: { type: 'labels', labels: {} },
}

/** How a value outside 0 to 1 becomes a score: by a scale, or by a score for each label. */
export function AdapterFields({ adapter, onChange }: Props) {
  const config = adapter ?? {}
  const type = typeof config['type'] === 'string' ? config['type'] : ''
  const form = {
    config,
    columns: [],
    problemAt: () => undefined,
    onChange: (next: Readonly<Record<string, unknown>>) => onChange({ ...next }),
  }
  return (
    <>
      <NativeSelectField
        label="Score of a value"
        value={type}
        onChange={({ target }) => onChange(initialAdapters[target.value] ?? null)}
      >
        <option value="">Unchanged, from 0 to 1</option>
        <option value="linear">Linear scale</option>
        <option value="labels">Map labels to scores</option>
      </NativeSelectField>
      {type === 'linear' && (
        <>
          <div className="grid grid-cols-2 gap-2">
            <NumberField {...form} field={{ kind: 'number', path: 'min', label: 'Scores 0 at' }} />
            <NumberField {...form} field={{ kind: 'number', path: 'max', label: 'Scores 1 at' }} />
          </div>
          <SwitchRow
            label="Lower is better"
            checked={config['invert'] === true}
            onChange={(invert) => onChange({ ...config, invert })}
          />
        </>
      )}
      {type === 'labels' && (
        <MappingField
          {...form}
          field={{
            kind: 'mapping',
            names: 'labelScores',
            path: 'labels',
            label: 'Scores of labels',
            hint: 'Each label with its score, from 0 to 1.',
          }}
        />
      )}
    </>
  )
}
