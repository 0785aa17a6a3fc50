import type { RowColumn } from './row-list.tsx'
import type { RowKey } from './use-row-keys.ts'

export interface RowChoice<Key extends RowKey> {
  /** The keys of the rows that are chosen for a comparison. */
  readonly chosen: readonly Key[]
  readonly onChoose: (key: Key) => void
}

/** The chosen keys after a click on a checkbox; at most two, the last ones. */
export const withChoice = <Key extends RowKey>(chosen: readonly Key[], key: Key): readonly Key[] =>
  chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key].slice(-2)

/** The column of checkboxes that choose two rows for a comparison. */
export const choiceColumn = <Row, Key extends RowKey>(
  { chosen, onChoose }: RowChoice<Key>,
  keyOf: (row: Row) => Key,
  nameOf: (row: Row) => string,
): RowColumn<Row, never> => ({
  id: 'chosen',
  name: '',
  width: '1rem',
  show: (row, isTabStop) => (
    <input
      type="checkbox"
      aria-label={`Compare ${nameOf(row)}`}
      className="block size-4 accent-accent"
      tabIndex={isTabStop ? 0 : -1}
      checked={chosen.includes(keyOf(row))}
      onChange={() => onChoose(keyOf(row))}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    />
  ),
})
