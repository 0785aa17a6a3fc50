import { Suspense } from 'react'
import { Input, Skeleton } from '../../design/index.ts'
import {
  lazyValues,
  textOf,
  type ValueKinds,
  valueAt,
  type WrittenValue,
  type WrittenValues,
  withText,
} from '../../template-runs/forms.ts'
import { Section } from './section.tsx'

interface Props {
  readonly names: readonly string[]
  readonly kinds: ValueKinds
  readonly values: WrittenValues
  readonly onChange: (values: Readonly<Record<string, WrittenValue>>) => void
}

/** The variables of the text, with values for trial runs. This browser stores the values. */
export const VariablesSection = ({ names, kinds, values, onChange }: Props) => (
  <Section title="Variables" count={names.length}>
    {names.length === 0 && <p className="text-small text-ink-soft">Write {'{name}'} in a message.</p>}
    {names.map((name) => {
      const typedValue = valueAt(values, name)
      const kind = kinds.get(name)
      const Control = kind && lazyValues[kind]
      if (Control)
        return (
          <Suspense key={name} fallback={<Skeleton className="h-7" />}>
            <Control name={name} written={typedValue} onChange={(written) => onChange({ [name]: written })} />
          </Suspense>
        )
      return (
        <div key={name} className="flex items-center gap-2">
          <bdi className="w-32 shrink-0 truncate font-mono text-small text-variable" title={name}>
            {name}
          </bdi>
          <Input
            aria-label={`Value of ${name}`}
            placeholder="empty"
            value={textOf(typedValue)}
            onChange={(event) => onChange({ [name]: withText(typedValue, event.target.value) })}
          />
        </div>
      )
    })}
  </Section>
)
