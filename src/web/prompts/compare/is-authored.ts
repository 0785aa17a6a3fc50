import type { Change } from '../../../engine/template/diff/index.ts'

/** False for the names of variables: they follow from the text, so a diff leaves them out. */
export const isAuthored = ({ path }: Change): boolean => !path.includes('input_variables')
