import { useState } from 'react'
import type { ColumnTypeName } from '../../../engine/columns/names.ts'
import { configProblem, forms, referencesOf } from '../../columns/forms.ts'
import { ConfigForm, ofNodes, SourceWords, TypeChoice } from '../../columns/index.ts'
import { names } from '../../columns/values.ts'
import { HeadedPanel, IconButton, Problem, SwitchRow } from '../../design/index.ts'
import { Trash2 } from '../../icons/index.ts'
import { changeNode, nameProblem, withNodeRenamed } from '../definition/change.ts'
import type { Node } from '../definition/definition.ts'
import { asConfigProblem, problemOfNode } from '../definition/refused.ts'
import { NameField } from './name-field.tsx'
import type { PanelProps } from './panel-props.ts'

/** Types for sheets only: people write their values, or they show a column beside rows. */
export const sheetTypes: ReadonlySet<ColumnTypeName> = new Set(['TEXT', 'TRACE', 'HUMAN', 'COMPOSITION'])

type Props = PanelProps & { readonly node: Node }

export function NodePanel({ node, definition, refused, isEditable, ...on }: Props) {
  const { onChange, onSelect, onRemove, onValidity, onClose } = on
  const [wantsJson, setWantsJson] = useState(false)
  const { name, type } = node
  const change = (next: Partial<Node>) => onChange(changeNode(definition, name, next))
  const problem = problemOfNode(refused, node)
  const fieldProblem = problem && asConfigProblem(problem)
  const problemAt = (path: string) => configProblem(fieldProblem, path)
  const isAtField = !wantsJson && forms[type].fields.some(({ path }) => problemAt(path) !== undefined)
  const config = forms[type].opened?.(node.config) ?? node.config
  const inputs = Object.keys(definition.inputs)
  const nodes = definition.nodes.map((node) => node.name).filter((other) => other !== name)
  const others = [...inputs, ...nodes]
  /** Inputs have values before the run, so none is offered; a saved dependency on one can be removed. */
  const awaited = [...inputs.filter((input) => node.dependencies.includes(input)), ...nodes]
  return (
    <HeadedPanel
      label={`Node ${name}`}
      title={<bdi>{name}</bdi>}
      actions={
        isEditable && (
          <IconButton label={`Delete node ${name}`} onClick={() => onRemove({ kind: 'node', name })}>
            <Trash2 />
          </IconButton>
        )
      }
      onClose={onClose}
    >
      <fieldset disabled={!isEditable} className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto p-4">
        <legend className="sr-only">
          {ofNodes.adapt(names[type])} {name}
        </legend>
        {problem && !isAtField && <Problem error={problem} className="m-0" />}
        <NameField
          label="Name"
          name={name}
          problemOf={(newName) => nameProblem(definition, newName, name)}
          onRename={(newName) => {
            onChange(withNodeRenamed(definition, name, newName))
            onSelect({ kind: 'node', name: newName })
          }}
        />
        <TypeChoice
          type={type}
          isFixed={!isEditable}
          without={sheetTypes}
          onChoose={(next) => {
            setWantsJson(false)
            change({ type: next, config: forms[next].start ?? {} })
          }}
        />
        <SourceWords value={ofNodes}>
          <ConfigForm
            type={type}
            config={config}
            columns={others.map((title) => ({ id: title, title }))}
            problemAt={problemAt}
            isJson={wantsJson}
            onChange={(next) => change({ config: next })}
            onValidity={onValidity}
          />
        </SourceWords>
        <WaitsFor node={node} others={awaited} onChange={(dependencies) => change({ dependencies })} />
        <SwitchRow
          label="An output of the workflow"
          checked={node.isOutput}
          onChange={(isOutput) => change({ isOutput })}
        />
        <SwitchRow label="Edit the config as JSON" checked={wantsJson} onChange={setWantsJson} />
      </fieldset>
    </HeadedPanel>
  )
}

interface WaitsForProps {
  readonly node: Node
  readonly others: readonly string[]
  readonly onChange: (dependencies: readonly string[]) => void
}

/** Chooses more nodes that must end first. A node always waits for the nodes that it reads. */
function WaitsFor({ node: { type, config, dependencies }, others, onChange }: WaitsForProps) {
  const read = new Set(referencesOf(type, config).map(({ target }) => target))
  if (others.length === 0) return null
  const toggle = (name: string, isOn: boolean) =>
    onChange(isOn ? [...dependencies, name] : dependencies.filter((dependency) => dependency !== name))
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-small font-medium">Runs after</legend>
      {others.map((name) => (
        <label key={name} className="flex items-center gap-1.5">
          <input
            type="checkbox"
            className="size-3.5"
            disabled={read.has(name)}
            checked={read.has(name) || dependencies.includes(name)}
            onChange={({ target }) => toggle(name, target.checked)}
          />
          <bdi className="min-w-0 truncate">{name}</bdi>
          {read.has(name) && <span className="text-small text-ink-faint">is read</span>}
        </label>
      ))}
    </fieldset>
  )
}
