import type { ReactNode } from 'react'

interface Choice {
  readonly id: string
  readonly name: string
  /** Shown after the name. */
  readonly note?: ReactNode
}

interface Props {
  readonly legend: string
  readonly choices: readonly Choice[]
  /** The ids of the checked choices. */
  readonly chosen: ReadonlySet<string>
  readonly isDisabled?: boolean
  /** Shown in place of an empty list. */
  readonly empty?: ReactNode
  readonly hint?: string
  /** Classes of the arrangement: in a row or below each other. */
  readonly className: string
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

/** A list of checkboxes. */
export function CheckList({ legend, choices, chosen, isDisabled, empty, hint, className, onChange }: Props) {
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <fieldset disabled={isDisabled} className={className}>
      <legend className="mb-1 text-small font-medium">{legend}</legend>
      {choices.length === 0 && empty}
      {choices.map(({ id, name, note }) => (
        <label key={id} className="flex items-center gap-1.5">
          <input type="checkbox" className="size-3.5" checked={chosen.has(id)} onChange={() => toggle(id)} />
          <bdi className="truncate">{name}</bdi>
          {note}
        </label>
      ))}
      {hint && <p className="text-small text-ink-faint">{hint}</p>}
    </fieldset>
  )
}
