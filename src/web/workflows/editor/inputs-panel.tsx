import { Button, HeadedPanel, NativeSelect } from '../../design/index.ts'
import { Plus, X } from '../../icons/index.ts'
import { freeName, nameProblem, withNodeRenamed } from '../definition/change.ts'
import { NameField } from './name-field.tsx'
import type { PanelProps } from './panel-props.ts'

/** The API takes any text as a type; another type of a saved workflow is offered too. */
const inputTypes: readonly string[] = ['string', 'number', 'boolean', 'object', 'array']

/** The input variables of the workflow. */
export function InputsPanel({ definition, isEditable, onChange, onClose }: PanelProps) {
  const inputs = Object.entries(definition.inputs)
  const setInputs = (next: readonly (readonly [string, string])[]) =>
    onChange({ ...definition, inputs: Object.fromEntries(next) })
  return (
    <HeadedPanel label="Input variables" title="Input variables" onClose={onClose}>
      <fieldset disabled={!isEditable} className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto p-4">
        <legend className="sr-only">Input variables</legend>
        <p className="text-ink-soft">
          Each run sets these values. A node reads an input by its name, just as it reads another node.
        </p>
        {inputs.map(([name, type], index) => (
          <div key={name} className="flex items-end gap-1">
            <div className="min-w-0 flex-1">
              <NameField
                label={`Name of input ${index + 1}`}
                name={name}
                problemOf={(newName) => nameProblem(definition, newName, name)}
                onRename={(newName) => onChange(withNodeRenamed(definition, name, newName))}
              />
            </div>
            <NativeSelect
              aria-label={`Type of ${name}`}
              className="w-28"
              value={type}
              onChange={({ target }) => setInputs(inputs.with(index, [name, target.value]))}
            >
              {(inputTypes.includes(type) ? inputTypes : [type, ...inputTypes]).map((offered) => (
                <option key={offered}>{offered}</option>
              ))}
            </NativeSelect>
            <Button
              kind="quiet"
              size="icon"
              aria-label={`Remove input ${name}`}
              onClick={() => setInputs(inputs.toSpliced(index, 1))}
            >
              <X />
            </Button>
          </div>
        ))}
        {isEditable && (
          <Button
            className="self-start"
            onClick={() => setInputs([...inputs, [freeName(definition, 'input'), 'string']])}
          >
            <Plus />
            Add an input
          </Button>
        )}
      </fieldset>
    </HeadedPanel>
  )
}
