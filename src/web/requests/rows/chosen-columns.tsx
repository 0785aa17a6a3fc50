import type { ReactNode } from 'react'
import type { RowColumn } from './row-list.tsx'

/**
 * The beginning of a value. It is isolated, because untrusted text must not change the direction of its
 * neighbours.
 */
export const cellText = (value: unknown): ReactNode => (
  <bdi>{typeof value === 'string' ? value.slice(0, 300) : shortJson(value)}</bdi>
)

const shortJson = (value: unknown): string => (value == null ? '' : JSON.stringify(value).slice(0, 300))

const metadataPrefix = 'metadata.'

export const columnOfKey = (key: string): string => metadataPrefix + key

interface WithMetadata {
  readonly metadata: readonly { readonly key: string; readonly value: unknown }[]
}

/** The columns with these ids, in the order of the list. Columns of metadata keys come last. */
export function chosenColumns<Row extends WithMetadata, Column extends RowColumn<Row, string>>(
  all: readonly Column[],
  ids: readonly string[],
): readonly (Column | RowColumn<Row, never>)[] {
  const chosen = new Set(ids)
  return [
    ...all.filter(({ id }) => chosen.has(id)),
    ...[...chosen].filter((id) => id.startsWith(metadataPrefix)).map(metadataColumn<Row>),
  ]
}

const metadataColumn = <Row extends WithMetadata>(id: string): RowColumn<Row, never> => {
  const key = id.slice(metadataPrefix.length)
  return {
    id,
    name: key,
    width: 'minmax(6rem, 1fr)',
    show: ({ metadata }) => cellText(metadata.find((pair) => pair.key === key)?.value),
  }
}
