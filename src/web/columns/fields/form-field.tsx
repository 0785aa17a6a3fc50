import { useContext } from 'react'
import { Field, NativeSelect, SwitchRow, TextArea } from '../../design/index.ts'
import { valueAt, withValueAt } from '../config.ts'
import type { FieldSpec } from '../field-spec.ts'
import { SourceWords } from '../source-words.ts'
import { SheetOfColumn } from '../use-new-constant.ts'
import { CodeField } from './code-field.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { ColumnList } from './column-list.tsx'
import { ColumnOrValue } from './column-or-value.tsx'
import { CompositionFields } from './composition-fields.tsx'
import { Conditions } from './conditions.tsx'
import { Constant } from './constant.tsx'
import { type FormProps, textOf } from './control.ts'
import { FormLine } from './form-line.tsx'
import { JsonValue } from './json-value.tsx'
import { LinesField } from './lines-field.tsx'
import { MappingField } from './mapping-field.tsx'
import { McpFields } from './mcp-fields.tsx'
import { ModelField } from './model-field.tsx'
import { NumberField } from './number-field.tsx'
import { PromptFields } from './prompt-fields.tsx'
import { SuggestedPaths } from './suggested-paths.tsx'
import { WorkflowFields } from './workflow-fields.tsx'

export type FieldProps = FormProps & { readonly field: FieldSpec }

/** The control of one field of the config. */
export function FormField({ field, ...form }: FieldProps) {
  const { config, columns, problemAt, onChange } = form
  const { adapt: worded } = useContext(SourceWords)
  const { path } = field
  const label = worded(field.label)
  const hint = field.hint === undefined ? undefined : worded(field.hint)
  const value = valueAt(config, path)
  const sheet = useContext(SheetOfColumn)
  const source = columns.find(({ title }) => title === textOf(config['source']))
  const put = (next: unknown) => onChange(withValueAt(config, path, next))
  switch (field.kind) {
    case 'switch':
      return (
        <SwitchRow
          label={label}
          checked={(value ?? field.defaultValue ?? false) === true}
          onChange={(next) => put(next === (field.defaultValue ?? false) ? undefined : next)}
        />
      )
    case 'columns':
      return <ColumnList {...form} field={field} />
    case 'either':
      return <ColumnOrValue {...form} field={field} />
    case 'mapping':
      return <MappingField {...form} field={field} />
    case 'model':
      return (
        <ModelField
          {...form}
          {...{ path, label, hint, nameKey: field.nameKey, placeholder: field.placeholder }}
        />
      )
    case 'prompt':
      return <PromptFields {...form} field={field} />
    case 'workflow':
      return <WorkflowFields {...form} field={field} />
    case 'mcp':
      return <McpFields {...form} />
    case 'composition':
      return <CompositionFields {...form} />
    case 'conditions':
      return <Conditions {...form} />
    case 'constant':
      return <Constant {...form} />
    case 'lines':
      return <LinesField {...form} field={field} />
    case 'json':
      return <JsonValue label={label} value={value} error={problemAt(path)} onChange={put} />
    case 'code':
      return (
        <CodeField
          label={label}
          hint={hint}
          language={textOf(config['language'])}
          value={textOf(value)}
          error={problemAt(path)}
          onChange={put}
        />
      )
    case 'number':
      return <NumberField {...form} field={field} />
    case 'line':
    case 'pattern':
      return (
        <>
          <FormLine
            {...form}
            {...{ path, label, hint, placeholder: field.placeholder }}
            isPattern={field.kind === 'pattern'}
          />
          {path === 'json_path' && sheet && source && (
            <SuggestedPaths params={sheet.params} column={source.id} onChoose={put} />
          )}
        </>
      )
  }
  return (
    <Field label={label} hint={hint} error={problemAt(path)}>
      {(control) => {
        switch (field.kind) {
          case 'column':
            return (
              <ColumnChoice
                {...control}
                columns={columns}
                value={textOf(value)}
                {...(field.isOptional && { none: 'None' })}
                onChange={(next) => put(next || undefined)}
              />
            )
          case 'choice':
            return (
              <NativeSelect
                {...control}
                value={textOf(value ?? field.defaultValue)}
                onChange={({ target }) => {
                  const next = target.value === field.defaultValue ? undefined : target.value
                  onChange(
                    field.chosen ? field.chosen(config, target.value) : withValueAt(config, path, next),
                  )
                }}
                options={field.choices.map((choice) => [choice.value, choice.label])}
              >
                {value === undefined && field.defaultValue === undefined && <option value="">Choose</option>}
              </NativeSelect>
            )
          case 'text':
            return (
              <TextArea
                {...control}
                rows={4}
                placeholder={field.placeholder}
                value={textOf(value)}
                onChange={({ target }) => put(target.value || undefined)}
              />
            )
        }
      }}
    </Field>
  )
}
