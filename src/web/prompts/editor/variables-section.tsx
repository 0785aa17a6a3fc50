import { classNames, Input } from '../../design/index.ts'
import { Section } from './section.tsx'

interface Props {
  readonly names: readonly string[]
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: string) => void
}

/** The names that the text asks for, with values to try it with; those stay in this browser. */
export const VariablesSection = ({ names, values, onChange }: Props) => (
  <Section title="Variables" count={names.length}>
    {names.length === 0 && <p className="text-small text-ink-soft">Write {'{name}'} in a message.</p>}
    {names.map((name) => (
      <div key={name} className="flex items-center gap-2">
        <bdi className="w-32 shrink-0 truncate font-mono text-small text-variable" title={name}>
          {name}
        </bdi>
        <Input
          aria-label={`Value of ${name}`}
          placeholder="empty"
          className={classNames(!values[name] && 'border-warning-edge')}
          value={values[name] ?? ''}
          onChange={(event) => onChange(name, event.target.value)}
        />
      </div>
    ))}
  </Section>
)
