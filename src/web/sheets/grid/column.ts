import type { Answer } from '../../api/index.ts'

export type Column = Answer<'listColumns'>['data'][number]

/** Whether people write the cells in the grid. Other cells are computed, or answered in the panel. */
export const isWritable = ({ type }: Column): boolean => type === 'TEXT'

/** Column types that runs do not compute. */
const notComputed: ReadonlySet<string> = new Set(['TEXT', 'TRACE', 'COMPOSITION', 'HUMAN'])

/** Whether runs compute the cells of a column. */
export const isComputed = ({ type }: Column): boolean => !notComputed.has(type)
