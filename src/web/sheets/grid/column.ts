import type { Answer } from '../../api/index.ts'

export type Column = Answer<'listColumns'>['data'][number]

/** Cells of other types are computed, or answered in the panel. */
export const isWritable = ({ type }: Column): boolean => type === 'TEXT'

/** Types whose cells are not computed by runs. */
const resting: ReadonlySet<string> = new Set(['TEXT', 'TRACE', 'COMPOSITION', 'HUMAN'])

/** Cells are computed by runs. */
export const isComputed = ({ type }: Column): boolean => !resting.has(type)
