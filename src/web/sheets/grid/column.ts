import type { Answer } from '../../api/index.ts'

export type Column = Answer<'listColumns'>['data'][number]

/** Cells of other types are computed, or answered in the panel beside the grid. */
export const isWritable = ({ type }: Column): boolean => type === 'TEXT'

/** Types whose cells are written, shown from elsewhere or answered by people. */
const resting: ReadonlySet<string> = new Set(['TEXT', 'TRACE', 'COMPOSITION', 'HUMAN'])

/** Runs compute its cells. */
export const isComputed = ({ type }: Column): boolean => !resting.has(type)
